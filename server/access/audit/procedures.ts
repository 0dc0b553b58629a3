import { AuditEntry, AuditEntryId, ListAuditEntries } from '../../../shared/access/audit';
import { pageOf } from '../../../shared/page';
import { router } from '../../trpc/procedures';
import { routesFor } from '../../trpc/routes';
import { getAuditEntry, listAuditEntries } from './service';

const read = routesFor('audit:read');

export const auditEntriesRouter = router({
  list: read('GET /audit-entries', 'List audit entries', {
    description:
      'Lists who changed what in the workspace, newest first. Entries cannot be changed, and are deleted only when their retention period ends.',
  }).run(ListAuditEntries, pageOf(AuditEntry), listAuditEntries),

  get: read('GET /audit-entries/{audit_entry_id}', 'Get an audit entry', {
    description: 'Returns one audit entry: who did what, to which object, and from which address.',
  }).run(AuditEntryId, AuditEntry, getAuditEntry),
});
