import { z } from 'zod';

import { ACCESS_EVENTS } from '../access/events';
import { ApiKey } from '../access/key-answers';
import { AI_EVENTS } from '../ai/events';
import { CHANNEL_EVENTS } from '../automation/events-channels';
import { RULE_EVENTS } from '../automation/events-rules';
import { INBOUND_EVENTS } from '../automation/inbound-events';
import { PUBLICATION_EVENTS } from '../automation/publication-events';
import { ID_PREFIXES } from '../ids';
import { LINK_EVENTS } from '../links/events';
import { idOf, timestamp } from '../text';
import { WEBHOOK_EVENTS } from '../webhooks/events';
import { WHATSAPP_EVENTS } from '../whatsapp/events';
import { type EventDefinition, exampleIn, sequence } from './definition';

// Named, since TypeScript cannot emit an inferred type of this length.
type Events = typeof ACCESS_EVENTS &
  typeof AI_EVENTS &
  typeof WEBHOOK_EVENTS &
  typeof LINK_EVENTS &
  typeof WHATSAPP_EVENTS &
  typeof INBOUND_EVENTS &
  typeof PUBLICATION_EVENTS &
  typeof CHANNEL_EVENTS &
  typeof RULE_EVENTS;

export const EVENTS: Events = {
  ...ACCESS_EVENTS,
  ...AI_EVENTS,
  ...WEBHOOK_EVENTS,
  ...LINK_EVENTS,
  ...WHATSAPP_EVENTS,
  ...INBOUND_EVENTS,
  ...PUBLICATION_EVENTS,
  ...CHANNEL_EVENTS,
  ...RULE_EVENTS,
};

export type EventType = keyof typeof EVENTS;
export const EVENT_TYPES = Object.keys(EVENTS) as [EventType, ...EventType[]];
export type EventData<T extends EventType> = z.output<(typeof EVENTS)[T]['data']>;

export const EventEnvelope = z
  .object({
    id: idOf(ID_PREFIXES.event).describe('Id of the event.'),
    type: z.enum(EVENT_TYPES).describe('Type of the event.'),
    created_at: timestamp().describe('Time of the event.'),
    workspace_id: idOf(ID_PREFIXES.workspace).describe('Id of the workspace.'),
    sequence: sequence().describe('Sequence number of the event. It increases with each event of the workspace.'),
    data: z.record(z.string(), z.unknown()).describe('The object after the change.'),
  })
  .meta({
    id: 'Event',
    example: {
      id: 'evt_01jd9x3k2mf8v9q4zt7w5b6n0c',
      type: 'api_key.created',
      created_at: '2026-11-21T09:30:00.000Z',
      workspace_id: 'ws_01jd9x3k2mf8v9q4zt7w5b6n0c',
      sequence: 1842,
      data: exampleIn(ApiKey),
    },
  });
export type EventEnvelope = z.output<typeof EventEnvelope>;

export function exampleOf(type: EventType): EventEnvelope {
  const { data, example } = EVENTS[type] as EventDefinition<z.ZodType>;
  return {
    ...(exampleIn(EventEnvelope) as EventEnvelope),
    type,
    data: (example ?? exampleIn(data)) as EventEnvelope['data'],
  };
}
