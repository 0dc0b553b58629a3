import { AuditEntry, AuditEntryId, ListAuditEntries } from '../../../shared/access/audit';
import { pageOf } from '../../../shared/page';
import { optionalInput, procedure, router } from '../../trpc/procedures';
import { getAuditEntry, listAuditEntries } from './service';

export const auditRouter = router({
  list: procedure('audit:read')
    .meta({
      surface: 'getting-started',
      openapi: {
        method: 'GET',
        path: '/audit-entries',
        tags: ['Audit'],
        summary: 'List audit entries',
        description:
          'Who changed what in the workspace, newest first. Nothing changes or deletes an entry before its retention ends.',
      },
    })
    .input(optionalInput(ListAuditEntries))
    .output(pageOf(AuditEntry))
    .query(({ ctx, input }) => listAuditEntries(ctx, input)),

  get: procedure('audit:read')
    .meta({
      surface: 'getting-started',
      openapi: {
        method: 'GET',
        path: '/audit-entries/{audit_entry_id}',
        tags: ['Audit'],
        summary: 'Read an audit entry',
        description: 'One entry: who did what, to which object, from where.',
      },
    })
    .input(AuditEntryId)
    .output(AuditEntry)
    .query(({ ctx, input }) => getAuditEntry(ctx, input)),
});
