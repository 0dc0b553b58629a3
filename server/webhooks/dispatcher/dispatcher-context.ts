import type { Database } from '../../db/database';
import type { Log } from '../../log';
import type { QueueDeps } from '../../work/types';
import type { ResultContext } from './event-outbox';
import type { LaneCache } from './lanes/lane-cache';
import type { DeliveryQueue } from './lanes/queue';
import type { Slots } from './lanes/slots';
import type { DeliveryMetrics } from './metrics';
import type { Bodies } from './sending/bodies';
import type { Send } from './sending/sender';
import type { WebhookSealer } from './sending/webhook-sealer';

export interface DispatcherContext {
  database: Database;
  log: Log;
  sealer: WebhookSealer;
  work: QueueDeps;
  results: ResultContext;
  nodeId: string;
  /** Monotonic milliseconds since 1970. */
  now: () => number;
  random: () => number;

  lanes: LaneCache;
  slots: Slots;
  queue: DeliveryQueue;
  bodies: Bodies;
  send: Send;
  metrics: DeliveryMetrics;

  isRunning: () => boolean;
  owns: (webhookNo: number) => boolean;
  /** Call it when a slot is free or a webhook has work. */
  wake: () => void;
}
