import { sql } from 'drizzle-orm';

import type { EventType } from '../../../shared/events';
import { bigInteger, index, integer, table, text, uniqueIndex } from '../columns';
import { createdAt, id } from './common';
import { workspaceId } from './workspaces';

/** Facts, written in the transaction of the change that they tell of. */
export const events = table(
  'events',
  {
    id: id(),
    workspaceId: workspaceId(),
    sequence: bigInteger('sequence').notNull(),
    type: text('type').$type<EventType>().notNull(),
    /** The envelope as it is stored, returned and signed: these bytes are never parsed and printed again. */
    body: text('body').notNull(),
    /** What is sent of a large event: its id and where to read the whole; null for others. */
    thinBody: text('thin_body'),
    /** A second event of the workspace with the same key is not written. */
    dedupeKey: text('dedupe_key'),
    /** The one webhook that gets it, whatever it subscribes to. */
    addressedTo: text('addressed_to'),
    /** Scopes that a reader needs besides the one of its type, and objects that one must reach; null for none. */
    requires: text('requires'),
    requestId: text('request_id'),
    /** The run of a rule that brought it about, and how many runs and webhooks of ours stand in that line; null for none. */
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
