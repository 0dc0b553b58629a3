import type { KeyResources } from '../../shared/access/keys';
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
  canForgetWorkspaces(): boolean;
  forgetWorkspaces(ids: string[]): Promise<void>;
  /** The caller emits the events. Throws 403. */
  disableWebhooksOf(ctx: AccessContext, tx: ScopedDb, keyId: string): Promise<NewEvent[]>;
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
