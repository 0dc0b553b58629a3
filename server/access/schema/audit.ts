import type { AuditActor, AuditTarget } from '../../../shared/access/audit';
import { index, json, table, text } from '../../db/columns';
import { createdAt, id } from '../../db/common-columns';

/** Append-only. A null workspace is the installation itself. */
export const auditEntries = table(
  'audit_entries',
  {
    id: id(),
    workspaceId: text('workspace_id'),
    actor: json<AuditActor>('actor').notNull(),
    actorId: text('actor_id').notNull(),
    action: text('action').notNull(),
    target: json<AuditTarget>('target'),
    targetId: text('target_id').notNull(),
    changes: json<Record<string, unknown>>('changes'),
    ip: text('ip').notNull(),
    userAgent: text('user_agent').notNull(),
    requestId: text('request_id').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('audit_entries_workspace_idx').on(t.workspaceId, t.id),
    index('audit_entries_action_idx').on(t.workspaceId, t.action, t.id),
    index('audit_entries_created_idx').on(t.createdAt),
  ],
);
