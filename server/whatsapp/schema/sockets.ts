import { boolean, integer, table, text, timestamp } from '../../db/columns';
import { createdAt, partialIndex } from '../../db/common-columns';
import { workspaceId } from '../../db/workspaces';
import { waInstances } from './instances';

/** Open, closed with its credentials kept, or closed without credentials. */
export type SocketGoal = 'open' | 'closed' | 'logged_out';

/** Only instances of drivers with sockets have rows. */
export const waSockets = table(
  'wa_sockets',
  {
    instanceId: text('instance_id')
      .primaryKey()
      .references(() => waInstances.id, { onDelete: 'cascade' }),
    workspaceId: workspaceId(),
    goal: text('goal').$type<SocketGoal>().notNull(),
    /** Of the latest connection. */
    generation: integer('generation').notNull().default(0),
    /** Grows with each owner; writes of credentials by an earlier owner are refused. */
    fence: integer('fence').notNull().default(0),
    leaseOwner: text('lease_owner'),
    leaseUntil: timestamp('lease_until'),
    /** When the goal is to be reached, or when the lease ends; null for a closed socket. */
    dueAt: timestamp('due_at'),
    openedAt: timestamp('opened_at'),
    seenAt: timestamp('seen_at'),
    engineVersion: text('engine_version'),
    protocolVersion: text('protocol_version'),
    isSyncing: boolean('is_syncing').notNull().default(false),
    syncProgress: integer('sync_progress'),
    createdAt: createdAt(),
  },
  (t) => [
    partialIndex('wa_sockets_due_idx', [t.dueAt], 'due_at is not null'),
    partialIndex('wa_sockets_owner_idx', [t.leaseOwner], 'lease_owner is not null'),
  ],
);

/** A call by another process to the one that has the socket. */
export const waSocketCalls = table(
  'wa_socket_calls',
  {
    id: text('id').primaryKey(),
    workspaceId: workspaceId(),
    instanceId: text('instance_id')
      .notNull()
      .references(() => waInstances.id, { onDelete: 'cascade' }),
    owner: text('owner').notNull(),
    callSealed: text('call_sealed').notNull(),
    /** Set when the owner has begun: the call is never repeated. */
    begunAt: timestamp('begun_at'),
    resultSealed: text('result_sealed'),
    createdAt: createdAt(),
  },
  (t) => [partialIndex('wa_socket_calls_waiting_idx', [t.owner, t.createdAt], 'begun_at is null')],
);
