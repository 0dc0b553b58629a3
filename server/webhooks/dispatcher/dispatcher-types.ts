import type { Store } from '../../db/database';
import type { webhookAttempts, webhookDeliveries } from '../schema';

export type DeliveryRow = typeof webhookDeliveries.$inferSelect;
export type AttemptRow = typeof webhookAttempts.$inferSelect;

/** A delivery of exactly one attempt, run at once and without effect on health, breaker, cap or statistics. */
export type OneAttempt = { webhookNo: number; workspaceId: string } & (
  | {
      trigger: 'test';
      /** The event to send, which has no row. `body`: its envelope with sequence 0, as `envelopeOf` prints it. */
      event: { id: string; type: string; body: string };
    }
  | {
      trigger: 'resend';
      /** The delivery whose event is sent again. */
      original: Pick<DeliveryRow, 'id' | 'eventSequence' | 'eventId' | 'eventType'>;
    }
);

export interface StartedAttempt {
  /** As inserted: in flight, with no attempt finished. */
  delivery: DeliveryRow;
  /**
   * Settles when its result is committed. Never await it inside the transaction. `attempt` is undefined when there was
   * nothing to send: the webhook or the event is gone.
   */
  finished: Promise<{ delivery: DeliveryRow; attempt: AttemptRow | undefined }>;
}

/** What only the running process knows of a webhook. */
export interface LiveFigures {
  /** Requests that wait for an answer, here. */
  inFlight: number;
  /** The breaker lets one request through to see whether the receiver is back. */
  isProbing: boolean;
}

export interface Dispatcher {
  start(): Promise<void>;
  /** Claims nothing more, waits up to 20 s for requests, cuts the rest off as `interrupted`, writes every result. */
  stop(): Promise<void>;
  /** Settles when nothing is due and all results are written. */
  idle(): Promise<void>;
  /**
   * Says, after the commit, that a webhook or its deliveries changed: settings are read anew and what is due is sent.
   * Harmless for a number that is not known.
   */
  wakeWebhook(no: number): void;
  /** Ends the pause of a webhook: its breaker and what its receiver asked for by `Retry-After`. */
  closeBreaker(tx: Store, no: number): Promise<void>;
  /** Inserts the delivery in `tx` and sends it once that is committed. */
  sendOnce(tx: Store, order: OneAttempt): Promise<StartedAttempt>;
  live(no: number): LiveFigures;
}
