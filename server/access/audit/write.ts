import type { AuditTarget } from '../../../shared/access/audit';
import { ID_PREFIXES, newId } from '../../../shared/ids';
import type { Actor } from '../../actor';
import type { Store } from '../../db/database';
import type { ScopedDb } from '../../db/scoped';
import { mask } from '../../secrets/mask';
import type { AccessRequest } from '../context';
import { insertAuditEntry } from '../queries/audit';

const MAX_CHANGES_BYTES = 4096;

interface NewAuditEntry {
  action: string;
  target?: AuditTarget;
  changes?: Record<string, unknown> | undefined;
}

interface SystemActor {
  type: 'system';
  name: string;
}

export interface AuditContext extends Pick<AccessRequest, 'requestId' | 'now'> {
  actor: Actor | SystemActor;
  origin: Pick<AccessRequest['origin'], 'ip' | 'userAgent'>;
}

/** For a workspace. Call it in the transaction of the change. */
export const audit = (
  ctx: AuditContext,
  tx: ScopedDb,
  action: string,
  target: AuditTarget,
  changes?: Record<string, unknown>,
): Promise<void> => write(ctx, tx.store, tx.workspaceId, { action, target, changes });

/** For accounts and the installation. Call it in the transaction of the change. */
export const auditInstance = (ctx: AuditContext, tx: Store, entry: NewAuditEntry): Promise<void> =>
  write(ctx, tx, null, entry);

async function write(ctx: AuditContext, tx: Store, workspaceId: string | null, entry: NewAuditEntry): Promise<void> {
  const actor = describe(ctx.actor);
  await insertAuditEntry(tx, {
    id: newId(ID_PREFIXES.audit),
    workspaceId,
    actor,
    actorId: actor.id ?? '',
    action: entry.action,
    target: entry.target ?? null,
    targetId: entry.target?.id ?? '',
    changes: bounded(entry.changes),
    ip: ctx.origin.ip,
    userAgent: mask(ctx.origin.userAgent),
    requestId: ctx.requestId,
    createdAt: ctx.now(),
  });
}

function describe(actor: Actor | SystemActor) {
  if (actor.type === 'key') return { type: 'key' as const, id: actor.keyId, label: actor.name };
  if (actor.type === 'user') return { type: 'user' as const, id: actor.userId, label: actor.name };
  if (actor.type === 'system') return { type: 'system' as const, id: null, label: actor.name };
  return { type: 'anonymous' as const, id: null, label: 'Anonymous' };
}

function bounded(changes: Record<string, unknown> | undefined): Record<string, unknown> | null {
  if (!changes) return null;
  const text = mask(JSON.stringify(changes));
  if (text.length > MAX_CHANGES_BYTES) return { omitted: 'The changes are larger than 4 KiB.' };
  return JSON.parse(text) as Record<string, unknown>;
}
