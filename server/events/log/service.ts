import { z } from 'zod';

import { EVENT_TYPES, EVENTS, exampleOf, type EventEnvelope, type EventType } from '../../../shared/events/events';
import type {
  EventId,
  EventTypeDetail,
  EventTypeName,
  EventTypeSummary,
  ListEventTypes,
} from '../../../shared/events/log';
import type { Page } from '../../../shared/page';
import { andThen, type Awaitable } from '../../awaitable';
import { ApiError } from '../../errors';
import { openPage } from '../../paging';
import type { EventsContext } from '../context';
import { events } from '../schema';
import { isReadable } from './readable';

/** Returns the stored bytes. Throws 404, also for an event that the caller cannot read. */
export const getEvent = (ctx: EventsContext, input: EventId): Awaitable<EventEnvelope> =>
  andThen(ctx.db.require(events, input.event_id), (event) => {
    if (!isReadable(ctx, event)) throw new ApiError('not_found');
    ctx.reply.json = event.body;
    return JSON.parse(event.body) as EventEnvelope;
  });

/** Throws 400 `invalid_cursor`. */
export function listEventTypes(ctx: EventsContext, { limit, cursor }: ListEventTypes): Page<EventTypeSummary> {
  const page = openPage(ctx.workspaceId, 'catalogue', { limit, cursor });
  const types = EVENT_TYPES.slice(page.afterNumber() ?? 0);
  const { data, ...next } = page.cut(types, (type) => EVENT_TYPES.indexOf(type) + 1);
  return { data: data.map(summaryOf), ...next };
}

export function getEventType({ type }: EventTypeName): EventTypeDetail {
  const known = EVENT_TYPES.find((name) => name === type);
  if (known === undefined) throw new ApiError('not_found', 'The event type does not exist.');
  return { ...summaryOf(known), schema: dataSchemaOf(known), example: exampleOf(known) };
}

function summaryOf(type: EventType): EventTypeSummary {
  const { surface, scope, label, summary, since, matchedByPatterns, storedWhen } = EVENTS[type];
  return {
    type,
    surface,
    scope,
    label,
    summary,
    since,
    matched_by_patterns: matchedByPatterns,
    stored_when: storedWhen,
  };
}

/** The schema itself holds the fields of its base. */
const withoutBase = ({ jsonSchema }: { jsonSchema: Record<string, unknown> }): void => {
  delete jsonSchema['extends'];
};

const dataSchemas = new Map<z.ZodType, Record<string, unknown>>();

function dataSchemaOf(type: EventType): Record<string, unknown> {
  const { data } = EVENTS[type];
  let schema = dataSchemas.get(data);
  if (schema === undefined) dataSchemas.set(data, (schema = z.toJSONSchema(data, { override: withoutBase })));
  return schema;
}
