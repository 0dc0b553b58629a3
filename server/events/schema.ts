import { sql } from 'drizzle-orm';

import type { EventType } from '../../shared/events/events';
import { bigInteger, index, integer, table, text, uniqueIndex } from '../db/columns';
import { createdAt, id } from '../db/common-columns';
import { workspaceId } from '../db/workspaces';

/** Written in the transaction of the change that they describe. */
export const events = table(
  'events',
  {
    id: id(),
    workspaceId: workspaceId(),
    sequence: bigInteger('sequence').notNull(),
    type: text('type').$type<EventType>().notNull(),
    /** The envelope as it is stored, returned and signed: it is never parsed and serialised again. */
    body: text('body').notNull(),
    /** The reduced form of a large event, with its id and its address; null for others. */
    thinBody: text('thin_body'),
    /** A second event of the workspace with the same key is not written. */
    dedupeKey: text('dedupe_key'),
    /** The only webhook that receives it, whatever the subscriptions. */
    addressedTo: text('addressed_to'),
    /** Scopes and objects that a reader needs besides the scope of its type; null for none. */
    requires: text('requires'),
    requestId: text('request_id'),
    /** The run of a rule that caused it, and the length of the chain of runs and webhooks; null for none. */
    causeRunId: text('cause_run_id'),
    causeDepth: integer('cause_depth'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('events_workspace_sequence_key').on(t.workspaceId, t.sequence),
    index('events_type_idx').on(t.workspaceId, t.type, t.sequence),
    index('events_created_idx').on(t.createdAt),
    index('events_request_idx').on(t.workspaceId, t.requestId, t.sequence),
    uniqueIndex('events_dedupe_key')
      .on(t.workspaceId, t.dedupeKey)
      .where(sql`dedupe_key is not null`),
  ],
);
