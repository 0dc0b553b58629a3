import { z } from 'zod';

import { EventEnvelope } from './events/events';
import { ID_PREFIXES } from './ids';
import { idOf } from './text';

/** Input of the console’s live stream; the client of tRPC fills in `lastEventId` when it comes back. */
export const SubscribeEvents = z.strictObject({
  workspace_id: idOf(ID_PREFIXES.workspace),
  lastEventId: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional(),
});
export type SubscribeEvents = z.output<typeof SubscribeEvents>;

/** Topics of what changed and is no event. */
const SignalTopic = z.enum(['request', 'webhook_delivery']);
export type SignalTopic = z.output<typeof SignalTopic>;

const EventMessage = z.strictObject({ kind: z.literal('event'), event: EventEnvelope });
const SignalMessage = z.strictObject({ kind: z.literal('signal'), topic: SignalTopic, ids: z.array(z.string()) });
const ResetMessage = z.strictObject({ kind: z.literal('reset'), sequence: z.int() });

/** An event; a hint that something else changed; or that too much happened to report: read everything again. */
export type LiveMessage = z.output<typeof EventMessage | typeof SignalMessage | typeof ResetMessage>;

/** Messages as a client reads them: an event comes with its number, from which the stream is resumed. */
export const StreamedMessage = z.union([
  z.strictObject({ id: z.string(), data: EventMessage }),
  SignalMessage,
  ResetMessage,
]);
