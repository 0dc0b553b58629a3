import { z } from 'zod';

import { EventEnvelope } from './events/events';
import { ID_PREFIXES } from './ids';
import { idOf } from './text';

/** The tRPC client sets `lastEventId` when it reconnects. */
export const SubscribeEvents = z.strictObject({
  workspace_id: idOf(ID_PREFIXES.workspace),
  lastEventId: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional(),
});
export type SubscribeEvents = z.output<typeof SubscribeEvents>;

/** Changes without an event. */
const SignalTopic = z.enum(['request', 'webhook_delivery']);
export type SignalTopic = z.output<typeof SignalTopic>;

const EventMessage = z.strictObject({ kind: z.literal('event'), event: EventEnvelope });
const SignalMessage = z.strictObject({ kind: z.literal('signal'), topic: SignalTopic, ids: z.array(z.string()) });
const ResetMessage = z.strictObject({ kind: z.literal('reset'), sequence: z.int() });

/** After a reset the client reloads everything. */
export type LiveMessage = z.output<typeof EventMessage | typeof SignalMessage | typeof ResetMessage>;

/** The id of an event is the number from which the stream resumes. */
export const StreamedMessage = z.union([
  z.strictObject({ id: z.string(), data: EventMessage }),
  SignalMessage,
  ResetMessage,
]);
