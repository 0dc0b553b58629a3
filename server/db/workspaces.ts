import { integer, json, table, text, timestamp } from './columns';
import { createdAt, id, updatedAt, version } from './common-columns';

export const workspaces = table('workspaces', {
  id: id(),
  name: text('name').notNull(),
  status: text('state').$type<'active' | 'suspended' | 'deleting'>().notNull().default('active'),
  suspendedReason: text('suspended_reason'),
  leakedKeyPolicy: text('leaked_key_policy').$type<'revoke' | 'alert'>().notNull().default('revoke'),
  rateLimit: json<{ requests: number; window_seconds: number }>('rate_limit').notNull(),
  logRetentionDays: integer('log_retention_days').notNull().default(7),
  eventRetentionDays: integer('event_retention_days'),
  deliveryRetentionDays: integer('delivery_retention_days'),
  deletedAt: timestamp('deleted_at'),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
  version: version(),
});

export const workspaceId = () =>
  text('workspace_id')
    .notNull()
    .references(() => workspaces.id, { onDelete: 'cascade' });
