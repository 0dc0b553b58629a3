import { and, eq, gt, lt } from 'drizzle-orm';

import { AuditEntry, type AuditEntryId, type ListAuditEntries } from '../../../shared/access/audit';
import type { Page } from '../../../shared/page';
import { given } from '../../db/match';
import { pageOfRows } from '../../paging';
import { presentAs } from '../../present-as';
import type { AccessContext } from '../context';
import { auditEntries } from '../schema/audit';

export async function listAuditEntries(ctx: AccessContext, input: ListAuditEntries): Promise<Page<AuditEntry>> {
  const { limit, cursor, ...filters } = input;
  const { action, actor_id, target_id, created_after, created_before } = filters;
  const where = and(
    given(action, (name) => eq(auditEntries.action, name)),
    given(actor_id, (id) => eq(auditEntries.actorId, id)),
    given(target_id, (id) => eq(auditEntries.targetId, id)),
    given(created_after, (time) => gt(auditEntries.createdAt, new Date(time))),
    given(created_before, (time) => lt(auditEntries.createdAt, new Date(time))),
  );
  return pageOfRows(ctx.db, auditEntries, { limit, cursor, where, filters }, (rows) => rows.map(present));
}

export async function getAuditEntry(ctx: AccessContext, { audit_entry_id }: AuditEntryId): Promise<AuditEntry> {
  return present(await ctx.db.require(auditEntries, audit_entry_id));
}

const present = (row: typeof auditEntries.$inferSelect): AuditEntry => presentAs(AuditEntry, row);
