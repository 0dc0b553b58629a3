import type { EventType } from '../../shared/events/events';
import { bigInteger, index, integer, table, text, uniqueIndex } from '../db/columns';
import { createdAt, id, partialUniqueIndex } from '../db/common-columns';
import { workspaceId } from '../db/workspaces';

export const events = table(
  'events',
  {
    id: id(),
    workspaceId: workspaceId(),
    sequence: bigInteger('sequence').notNull(),
    type: text('type').$type<EventType>().notNull(),
    /** Stored, sent and signed as it is, and never serialised again. */
    body: text('body').notNull(),
    thinBody: text('thin_body'),
    dedupeKey: text('dedupe_key'),
    addressedTo: text('addressed_to'),
    /** The format is that of `requirementOf`; null for none. */
    requires: text('requires'),
    requestId: text('request_id'),
    causeRunId: text('cause_run_id'),
    causeDepth: integer('cause_depth'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('events_workspace_sequence_key').on(t.workspaceId, t.sequence),
    index('events_type_idx').on(t.workspaceId, t.type, t.sequence),
    index('events_created_idx').on(t.createdAt),
    index('events_request_idx').on(t.workspaceId, t.requestId, t.sequence),
    partialUniqueIndex('events_dedupe_key', [t.workspaceId, t.dedupeKey], 'dedupe_key is not null'),
  ],
);

export const workspaceCounter = table('workspace_counter', {
  workspaceId: workspaceId().primaryKey(),
  lastSequence: bigInteger('last_sequence').notNull().default(0),
  webhooksVersion: bigInteger('webhooks_version').notNull().default(0),
});
