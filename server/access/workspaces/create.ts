import { ID_PREFIXES, newId } from '../../../shared/ids';
import { LIMITS } from '../../../shared/limits';
import type { Store } from '../../db/database';
import { scoped } from '../../db/scoped';
import { audit, type AuditContext } from '../audit/write';
import type { AccessRequest } from '../context';
import { insertWorkspace, type WorkspaceRow } from '../queries/workspaces';

const { requests, windowSeconds } = LIMITS.workspaceRate;

/** The transaction must end with `invalidateRights(…, [{ kind: 'user', ref: ownerUserId }])` for cached sessions. */
export async function createWorkspace(
  ctx: AuditContext & Pick<AccessRequest, 'accessPorts'>,
  tx: Store,
  { name, ownerUserId }: { name: string; ownerUserId: string },
): Promise<WorkspaceRow> {
  const now = ctx.now();
  const id = newId(ID_PREFIXES.workspace);
  const workspace = await insertWorkspace(
    tx,
    { id, name, rateLimit: { requests, window_seconds: windowSeconds }, createdAt: now, updatedAt: now },
    { id: newId(ID_PREFIXES.member), workspaceId: id, userId: ownerUserId, role: 'owner', createdAt: now },
  );
  await ctx.accessPorts.workspaceCreated(tx, id, now);
  await audit(ctx, scoped(tx, id), 'workspace.created', { type: 'workspace', id, label: name });
  return workspace;
}
