import type { DeleteWorkspace, Workspace } from '../../../shared/access/workspaces';
import { ApiError, fieldError } from '../../errors';
import { emit } from '../../events/emit';
import { requireStepUp } from '../accounts/step-up';
import { audit } from '../audit/write';
import { invalidateRights } from '../guard/invalidate-rights';
import { revokePendingInvitations } from '../invitations/service';
import { revokeKeys } from '../keys/revoke';
import { currentRole, requireCanManage, type MemberContext } from '../members/rules';
import { lockWorkspace, updateWorkspaceRow } from '../queries/workspaces';
import { presentWorkspace, workspaceTarget } from './present';

/** Rows are deleted after 7 days. Throws 403 `step_up_required`, 422 when the name does not match. */
export async function deleteWorkspace(ctx: MemberContext, { confirm_name }: DeleteWorkspace): Promise<Workspace> {
  requireStepUp(ctx);
  return ctx.db.transaction(async (tx) => {
    const row = await lockWorkspace(tx.store, ctx.workspaceId);
    if (!row || row.status === 'deleting') throw new ApiError('not_found');
    if (row.status === 'suspended') throw new ApiError('workspace_suspended');
    requireCanManage(await currentRole(ctx, tx), 'owner');
    if (confirm_name !== row.name) {
      throw fieldError('unprocessable', '/confirm_name', 'mismatch', 'Must be the exact name of the workspace.');
    }

    const now = ctx.now();
    const changed = await updateWorkspaceRow(tx.store, row.id, { status: 'deleting', deletedAt: now, updatedAt: now });
    await ctx.accessPorts.workspaceStateChanged(ctx, tx.store, row.id);
    await ctx.accessPorts.workspaceDeleted(tx.store, row.id, now);
    const invitations = await revokePendingInvitations(ctx, tx);
    const keys = await revokeKeys(ctx, tx, { reason: 'workspace_deleted' });
    const workspace = presentWorkspace(changed);

    await audit(ctx, tx, 'workspace.deleted', workspaceTarget(row), {
      revoked_keys: keys.length,
      revoked_invitations: invitations.length,
    });
    await emit(ctx, tx, [
      ...invitations.map((data) => ({ type: 'invitation.revoked' as const, data })),
      ...keys.map((data) => ({ type: 'api_key.revoked' as const, data })),
      { type: 'workspace.updated', data: workspace },
    ]);
    await invalidateRights(ctx, tx.store, [
      { kind: 'workspace', ref: row.id },
      ...keys.map((key) => ({ kind: 'key' as const, ref: key.id })),
    ]);
    return workspace;
  });
}
