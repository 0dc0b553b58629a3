import type { KeyResources } from '../../shared/access/keys';
import type { Role } from '../../shared/access/scopes';
import type { Platform, RequestContext, SessionContext, WorkspaceContext } from '../context';
import type { Store } from '../db/database';
import type { ScopedDb, TenantTable } from '../db/scoped';
import type { NewEvent } from '../events/emit';
import type { AuthCache } from './guard/cache';
import type { CredentialRecorder } from './guard/credential-recorder';

/** The composition root supplies what other modules do in the transaction of a change. */
export interface AccessPorts {
  keyResources: Readonly<Record<keyof KeyResources, TenantTable>>;
  workspaceCreated(tx: Store, workspaceId: string, now: Date): Promise<void>;
  workspaceStateChanged(ctx: Pick<AccessRequest, 'now'>, tx: Store, workspaceId: string): Promise<void>;
  /** What must end at once, although rows are deleted later. */
  workspaceDeleted(tx: Store, workspaceId: string, now: Date): Promise<void>;
  /** Deleted workspaces of which something is still to be ended elsewhere. Their rows wait for it, but not for ever. */
  endingWorkspaces(store: Store): Promise<string[]>;
  canForgetWorkspaces(): boolean;
  forgetWorkspaces(ids: string[]): Promise<void>;
  /** Those of the keys that created webhooks which still exist. */
  keysWithWebhooks(store: Store, keyIds: readonly string[]): Promise<readonly string[]>;
  countWebhooksOf(ctx: AccessContext, tx: ScopedDb, creators: WebhookCreators): Promise<number>;
  /** The caller emits the events. Throws 403. */
  disableWebhooksOf(ctx: AccessContext, tx: ScopedDb, creators: WebhookCreators): Promise<NewEvent[]>;
}

/** Selects webhooks that are not disabled by who created them. */
export interface WebhookCreators {
  keyIds: readonly string[];
  userId?: string;
  /** Only webhooks that receive more than this role may read. */
  beyond?: Role | undefined;
}

export interface AccessDeps {
  recorder: CredentialRecorder;
  auth: AuthCache;
  accessPorts: AccessPorts;
}

export type AccessContext = WorkspaceContext & AccessDeps;
export type AccessRequest = RequestContext & AccessDeps;
export type AccessSession = SessionContext & AccessDeps;
export type AccessServices = Platform & AccessDeps;
