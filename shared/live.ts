import { z } from 'zod';

import type { EventEnvelope } from './events';
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
export type SignalTopic = 'request' | 'webhook_delivery';

/** An event; a hint that something else changed; or that too much happened to tell: read everything again. */
export type LiveMessage =
  | { kind: 'event'; event: EventEnvelope }
  | { kind: 'signal'; topic: SignalTopic; ids: string[] }
  | { kind: 'reset'; sequence: number };
