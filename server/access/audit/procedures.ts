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
          'Lists who changed what in the workspace, newest first. Entries cannot be changed, and are deleted only when their retention period ends.',
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
        summary: 'Get an audit entry',
        description: 'Returns one audit entry: who did what, to which object, and from which address.',
      },
    })
    .input(AuditEntryId)
    .output(AuditEntry)
    .query(({ ctx, input }) => getAuditEntry(ctx, input)),
});
