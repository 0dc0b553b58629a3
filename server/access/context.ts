import type { KeyResources } from '../../shared/access/keys';
import type { Platform, RequestContext, SessionContext, WorkspaceContext } from '../context';
import type { Store } from '../db/database';
import type { ScopedDb, TenantTable } from '../db/scoped';
import type { NewEvent } from '../events/emit';
import type { UsageDeps } from '../usage/context';
import type { AuthCache } from './guard/cache';

/** What other modules do in the transaction of a change of this one. The composition root supplies it. */
export interface AccessPorts {
  /** Tables of the objects that a key can be narrowed to. */
  keyResources: Readonly<Record<keyof KeyResources, TenantTable>>;
  workspaceCreated(tx: Store, workspaceId: string, now: Date): Promise<void>;
  /** The workspace was suspended, resumed or deleted. */
  workspaceStateChanged(ctx: Pick<AccessRequest, 'now'>, tx: Store, workspaceId: string): Promise<void>;
  /** Disables the webhooks that a key made; the caller emits the events. Throws 403 for a caller who may not. */
  disableWebhooksOf(ctx: AccessContext, tx: ScopedDb, keyId: string): Promise<NewEvent[]>;
}

/** What the domain of people and keys needs besides the platform. */
export interface AccessDeps extends UsageDeps {
  auth: AuthCache;
  accessPorts: AccessPorts;
}

export type AccessContext = WorkspaceContext & AccessDeps;
export type AccessRequest = RequestContext & AccessDeps;
export type AccessSession = SessionContext & AccessDeps;
export type AccessServices = Platform & AccessDeps;
