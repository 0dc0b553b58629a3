import type { CreateWorkspace, OwnWorkspaces, UpdateWorkspace, Workspace } from '../../../shared/access/workspaces';
import { LIMITS } from '../../../shared/limits';
import { ApiError } from '../../errors';
import { emit } from '../../events/emit';
import { requireVersion } from '../../preconditions';
import { audit } from '../audit/write';
import type { AccessSession, AccessContext } from '../context';
import { invalidateRights } from '../guard/invalidate-rights';
import { findWorkspace, lockWorkspace, updateWorkspaceRow, type WorkspaceRow } from '../queries/workspaces';
import { lockUser } from '../system/accounts';
import { countOwnedWorkspaces, listWorkspacesOf } from '../system/workspaces';
import { createWorkspace } from './create';
import { presentWorkspace, workspaceTarget } from './present';

export async function listOwnWorkspaces(ctx: AccessSession): Promise<OwnWorkspaces> {
  const rows = await listWorkspacesOf(ctx.store, ctx.actor.userId);
  return {
    data: rows.map(({ workspace, memberId, role, latestSequence }) => ({
      ...presentWorkspace(workspace),
      member_id: memberId,
      role,
      latest_sequence: latestSequence ?? 0,
    })),
  };
}

/** Throws 409 `conflict` above the limit. */
export async function createOwnWorkspace(ctx: AccessSession, { name }: CreateWorkspace): Promise<Workspace> {
  const { userId } = ctx.actor;
  return ctx.store.transaction(async (tx) => {
    // The lock keeps concurrent calls from exceeding the limit.
    await lockUser(tx, userId);
    if ((await countOwnedWorkspaces(tx, userId)) >= LIMITS.workspacesPerUser) {
      throw new ApiError('conflict', `A user can own at most ${LIMITS.workspacesPerUser} workspaces.`);
    }
    const row = await createWorkspace(ctx, tx, { name, ownerUserId: userId });
    await invalidateRights(ctx, tx, [{ kind: 'user', ref: userId }]);
    return presentWorkspace(row);
  });
}

/** Throws 404 for any other workspace. */
export async function getWorkspace(ctx: AccessContext, workspaceId: string): Promise<Workspace> {
  requireOwn(ctx, workspaceId);
  return presentWorkspace(found(await findWorkspace(ctx.store, workspaceId)));
}

/** Throws 404 for any other workspace, 412. */
export async function updateWorkspace(ctx: AccessContext, input: UpdateWorkspace): Promise<Workspace> {
  requireOwn(ctx, input.workspace_id);
  return ctx.db.transaction(async (tx) => {
    const row = found(await lockWorkspace(tx.store, ctx.workspaceId));
    requireVersion(ctx, row.version);
    const before = settingsOf(row);
    const after = {
      name: input.name ?? row.name,
      leakedKeyPolicy: input.leaked_key_policy ?? row.leakedKeyPolicy,
      logRetentionDays: input.log_retention_days ?? row.logRetentionDays,
      eventRetentionDays: chosen(input.event_retention_days, row.eventRetentionDays),
      deliveryRetentionDays: chosen(input.delivery_retention_days, row.deliveryRetentionDays),
    };
    if (JSON.stringify(settingsOf({ ...row, ...after })) === JSON.stringify(before)) return presentWorkspace(row);

    const changed = await updateWorkspaceRow(tx.store, row.id, { ...after, updatedAt: ctx.now() });
    const workspace = presentWorkspace(changed);
    await audit(ctx, tx, 'workspace.updated', workspaceTarget(workspace), { before, after: settingsOf(changed) });
    await emit(ctx, tx, [{ type: 'workspace.updated', data: workspace }]);
    await invalidateRights(ctx, tx.store, [{ kind: 'workspace', ref: row.id }]);
    return workspace;
  });
}

const settingsOf = (row: WorkspaceRow) => ({
  name: row.name,
  leaked_key_policy: row.leakedKeyPolicy,
  log_retention_days: row.logRetentionDays,
  event_retention_days: row.eventRetentionDays,
  delivery_retention_days: row.deliveryRetentionDays,
});

const chosen = <T>(asked: T | null | undefined, current: T | null): T | null => (asked === undefined ? current : asked);

function requireOwn(ctx: AccessContext, workspaceId: string): void {
  if (workspaceId !== ctx.workspaceId) throw new ApiError('not_found');
}

function found(row: WorkspaceRow | undefined): WorkspaceRow {
  if (!row) throw new ApiError('not_found');
  return row;
}
