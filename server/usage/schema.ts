import { bigInteger, boolean, index, integer, primaryKey, table, text, timestamp } from '../db/columns';
import { createdAt, id } from '../db/common-columns';
import { workspaceId } from '../db/workspaces';

const usage = (name: 'usage_minutes' | 'usage_hours' | 'usage_days') =>
  table(
    name,
    {
      workspaceId: workspaceId(),
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
