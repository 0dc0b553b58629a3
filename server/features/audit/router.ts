import { AuditEntry, ListAuditEntries } from '../../../shared/audit';
import { pageOf } from '../../../shared/page';
import { procedure, router } from '../../trpc/procedures';
import { listAuditEntries } from './service';

export const auditRouter = router({
  list: procedure('audit:read')
    .meta({
      surface: 'getting-started',
      openapi: {
        method: 'GET',
        path: '/audit-entries',
        operationId: 'audit_list',
        tags: ['Audit'],
        summary: 'List audit entries',
        description:
          'Who changed what in the workspace, newest first. Nothing changes or deletes an entry before its retention ends.',
      },
    })
    .input(ListAuditEntries)
    .output(pageOf(AuditEntry))
    .query(({ ctx, input }) => listAuditEntries(ctx, input)),
});
