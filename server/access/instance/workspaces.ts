import { InstanceWorkspace, type ListInstance, type SuspendWorkspace } from '../../../shared/access/instance';
import type { Page } from '../../../shared/page';
import type { Store } from '../../db/database';
import { scoped } from '../../db/scoped';
import { ApiError } from '../../errors';
import { emit } from '../../events/emit';
import { openPage } from '../../paging';
import { presentAs } from '../../present-as';
import { auditInstance } from '../audit/write';
import type { AccessSession } from '../context';
import { invalidateRights } from '../guard/invalidate-rights';
import { lockWorkspace, updateWorkspaceRow, type WorkspaceRow } from '../queries/workspaces';
import { listWorkspaces, summariseWorkspaces, type WorkspaceSummary } from '../system/instance';
import { presentWorkspace } from '../workspaces/present';

export async function listInstanceWorkspaces(
  ctx: AccessSession,
  { limit, cursor, q }: ListInstance,
): Promise<Page<InstanceWorkspace>> {
  const page = openPage('instance', 'desc', { limit, cursor, list: 'workspaces', q });
  const rows = await listWorkspaces(ctx.store, { before: page.after, q, limit: page.maxRows });
  return page.answer(rows, 'id', (workspaces) => workspaces.map(present));
}

/** Throws 404, 409 for a workspace that is being deleted. */
export const suspendWorkspace = (ctx: AccessSession, input: SuspendWorkspace): Promise<InstanceWorkspace> =>
  setState(ctx, input.workspace_id, { status: 'suspended', suspendedReason: input.reason });

/** Throws 404, 409 for a workspace that is being deleted. */
export const resumeWorkspace = (ctx: AccessSession, input: { workspace_id: string }): Promise<InstanceWorkspace> =>
  setState(ctx, input.workspace_id, { status: 'active', suspendedReason: null });

async function setState(
  ctx: AccessSession,
  id: string,
  change: { status: 'active' | 'suspended'; suspendedReason: string | null },
): Promise<InstanceWorkspace> {
  return ctx.store.transaction(async (tx) => {
    const before = await lockWorkspace(tx, id);
    if (!before) throw new ApiError('not_found', 'The workspace does not exist.');
    if (before.status === 'deleting') throw new ApiError('invalid_state', 'The workspace is being deleted.');
    if (before.status === change.status) return summary(tx, before);

    const row = await updateWorkspaceRow(tx, id, { ...change, updatedAt: ctx.now() });
    await ctx.accessPorts.workspaceStateChanged(ctx, tx, id);
    const answer = await summary(tx, row);
    const isSuspension = change.status === 'suspended';
    await auditInstance(ctx, tx, {
      action: isSuspension ? 'instance.workspace_suspended' : 'instance.workspace_resumed',
      target: { type: 'workspace', id, label: row.name },
      ...(isSuspension ? { changes: { reason: change.suspendedReason } } : {}),
    });
    const type = isSuspension ? 'workspace.suspended' : 'workspace.resumed';
    await emit(ctx, scoped(tx, id), [{ type, data: presentWorkspace(row) }]);
    await invalidateRights(ctx, tx, [{ kind: 'workspace', ref: id }]);
    tx.afterCommit(() => ctx.queues.changed());
    return answer;
  });
}

async function summary(tx: Store, row: WorkspaceRow): Promise<InstanceWorkspace> {
  const [counted] = await summariseWorkspaces(tx, [row]);
  return present(counted ?? { ...row, members: 0, keys: 0 });
}

const present = (row: WorkspaceSummary): InstanceWorkspace => presentAs(InstanceWorkspace, row);
