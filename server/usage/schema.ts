import type { AuditActor, AuditTarget } from '../../shared/access/audit';
import { bigInteger, boolean, index, integer, json, primaryKey, table, text, timestamp } from '../db/columns';
import { createdAt, id } from '../db/common-columns';
import { workspaceId } from '../db/workspaces';

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

const usage = (name: 'usage_minutes' | 'usage_hours' | 'usage_days') =>
  table(
    name,
    {
      workspaceId: workspaceId(),
      /** Start of the minute, hour or day in UTC. */
      bucket: timestamp('bucket').notNull(),
      keyId: text('key_id').notNull(),
      operationId: text('operation_id').notNull(),
      statusClass: integer('status_class').notNull(),
      requests: bigInteger('requests').notNull(),
      rateLimited: bigInteger('rate_limited').notNull(),
      durationMsSum: bigInteger('duration_ms_sum').notNull(),
      durationMsMax: bigInteger('duration_ms_max').notNull(),
    },
    (t) => [
      primaryKey({ columns: [t.workspaceId, t.bucket, t.keyId, t.operationId, t.statusClass] }),
      index(`${name}_bucket_idx`).on(t.bucket),
    ],
  );

export const usageMinutes = usage('usage_minutes');
export const usageHours = usage('usage_hours');
export const usageDays = usage('usage_days');

export const requestLogs = table(
  'request_logs',
  {
    id: id(),
    workspaceId: workspaceId(),
    method: text('method').notNull(),
    path: text('path').notNull(),
    operationId: text('operation_id').notNull(),
    surface: text('surface').notNull(),
    status: integer('status').notNull(),
    code: text('code'),
    durationMs: integer('duration_ms').notNull(),
    keyId: text('key_id'),
    ip: text('ip').notNull(),
    userAgent: text('user_agent').notNull(),
    clientRequestId: text('client_request_id'),
    replayed: boolean('replayed').notNull().default(false),
    requestBody: text('request_body'),
    responseBody: text('response_body'),
    createdAt: createdAt(),
  },
  (t) => [
    index('request_logs_workspace_idx').on(t.workspaceId, t.id),
    index('request_logs_created_idx').on(t.createdAt),
  ],
);
