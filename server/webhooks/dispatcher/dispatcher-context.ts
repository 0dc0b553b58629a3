import type { Database } from '../../db/database';
import type { Log } from '../../log';
import type { QueueDeps } from '../../work/types';
import type { LaneCache } from './lanes/lane-cache';
import type { DeliveryQueue } from './lanes/queue';
import type { Slots } from './lanes/slots';
import type { DeliveryMetrics } from './metrics';
import type { Bodies } from './sending/bodies';
import type { Send } from './sending/sender';
import type { WebhookSealer } from './sending/webhook-sealer';
import type { ResultContext } from './write-results';

/** Dependencies and state that the parts of the dispatcher share. */
export interface DispatcherContext {
  database: Database;
  log: Log;
  sealer: WebhookSealer;
  work: QueueDeps;
  results: ResultContext;
  nodeId: string;
  /** Milliseconds since 1970 that never go back. */
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
  /** A slot is free or a webhook has work: claims again. */
  wake: () => void;
}
