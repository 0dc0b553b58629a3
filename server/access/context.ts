import type { KeyResources } from '../../shared/access/keys';
import type { Role } from '../../shared/access/scopes';
import type { Platform, RequestContext, SessionContext, WorkspaceContext } from '../context';
import type { Store } from '../db/database';
import type { ScopedDb, TenantTable } from '../db/scoped';
import type { EventsDeps } from '../events/context';
import type { NewEvent } from '../events/emit';
import type { AuthCache } from './guard/cache';
import type { CredentialRecorder } from './guard/credential-recorder';

/** Supplied by the composition root: what other modules do in the transaction of a change. */
export interface AccessPorts {
  keyResources: Readonly<Record<keyof KeyResources, TenantTable>>;
  workspaceCreated(tx: Store, workspaceId: string, now: Date): Promise<void>;
  workspaceStateChanged(ctx: Pick<AccessRequest, 'now'>, tx: Store, workspaceId: string): Promise<void>;
  /** Ends at once what must not wait for the deletion of the rows. */
  workspaceDeleted(tx: Store, workspaceId: string, now: Date): Promise<void>;
  /** Deleted workspaces with work that is not yet ended. Their rows wait for it, up to a maximum time. */
  endingWorkspaces(store: Store): Promise<string[]>;
  canForgetWorkspaces(): boolean;
  forgetWorkspaces(ids: string[]): Promise<void>;
  /** Returns the keys whose webhooks still exist. */
  keysWithWebhooks(store: Store, keyIds: readonly string[]): Promise<readonly string[]>;
  countWebhooksOf(ctx: AccessContext, tx: ScopedDb, creators: WebhookCreators): Promise<number>;
  /** The caller emits the events. Throws 403. */
  disableWebhooksOf(ctx: AccessContext, tx: ScopedDb, creators: WebhookCreators): Promise<NewEvent[]>;
}

/** Selects enabled webhooks by their creators. */
export interface WebhookCreators {
  keyIds: readonly string[];
  userId?: string;
  /** Only webhooks with events that this role may not read. */
  beyond?: Role | undefined;
}

export interface AccessDeps extends EventsDeps {
  recorder: CredentialRecorder;
  auth: AuthCache;
  accessPorts: AccessPorts;
}

export type AccessContext = WorkspaceContext & AccessDeps;
export type AccessRequest = RequestContext & AccessDeps;
export type AccessSession = SessionContext & AccessDeps;
export type AccessServices = Platform & AccessDeps;
