import { index, integer, json, primaryKey, table, text, timestamp } from '../db/columns';
import { createdAt } from '../db/common-columns';
import { userId } from '../db/users';
import { workspaceId } from '../db/workspaces';

const storedAnswer = () => ({
  key: text('key').notNull(),
  fingerprint: text('fingerprint').notNull(),
  operationId: text('operation_id').notNull(),
  actorId: text('actor_id').notNull(),
  state: text('state').$type<'running' | 'done'>().notNull(),
  owner: text('owner').notNull(),
  leaseExpiresAt: timestamp('lease_expires_at').notNull(),
  status: integer('status'),
  headers: json<Record<string, string>>('headers'),
  body: text('body'),
  createdAt: createdAt(),
  expiresAt: timestamp('expires_at').notNull(),
});

export const idempotencyRecords = table(
  'idempotency_records',
  { workspaceId: workspaceId(), ...storedAnswer() },
  (t) => [primaryKey({ columns: [t.workspaceId, t.key] }), index('idempotency_expires_idx').on(t.expiresAt)],
);

/** For operations of people outside a workspace, or that end their membership. */
export const userIdempotencyRecords = table(
  'user_idempotency_records',
  {
    userId: userId(),
    ...storedAnswer(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] }), index('user_idempotency_expires_idx').on(t.expiresAt)],
);
