import { and, eq, gt, lt } from 'drizzle-orm';

import type { AuditEntry, ListAuditEntries } from '../../../shared/audit';
import type { Page } from '../../../shared/page';
import type { WorkspaceContext } from '../../context';
import { auditEntries } from '../../db/schema';
import { pageOfRows } from '../../paging';

/** Who did what in the workspace, newest first. */
export async function listAuditEntries(ctx: WorkspaceContext, input: ListAuditEntries): Promise<Page<AuditEntry>> {
  const { limit, cursor, ...filters } = input;
  const { action, actor_id, target_id, created_after, created_before } = filters;
  const where = and(
    action && eq(auditEntries.action, action),
    actor_id && eq(auditEntries.actorId, actor_id),
    target_id && eq(auditEntries.targetId, target_id),
    created_after && gt(auditEntries.createdAt, new Date(created_after)),
    created_before && lt(auditEntries.createdAt, new Date(created_before)),
  );
  return pageOfRows(ctx.db, auditEntries, { limit, cursor, where, filters }, present);
}

const present = (row: typeof auditEntries.$inferSelect): AuditEntry => ({
  id: row.id,
  workspace_id: row.workspaceId,
  actor: row.actor,
  action: row.action,
  target: row.target,
  changes: row.changes,
  ip: row.ip,
  user_agent: row.userAgent,
  request_id: row.requestId,
  created_at: row.createdAt.toISOString(),
});
