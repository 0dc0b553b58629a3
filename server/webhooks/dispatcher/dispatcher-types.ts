import type { Store } from '../../db/database';
import type { DeliveryRow, AttemptRow } from '../system/results';

/** A delivery of exactly one attempt, which does not affect health, breaker, concurrency limit or statistics. */
export type SingleAttempt = { webhookNo: number; workspaceId: string } & (
  | {
      trigger: 'test';
      /** The event to send, which has no row. `body` is its envelope with sequence 0, as printed by `envelopeOf`. */
      event: { id: string; type: string; body: string };
    }
  | {
      trigger: 'resend';
      original: Pick<DeliveryRow, 'id' | 'eventSequence' | 'eventId' | 'eventType'>;
    }
);

export interface StartedAttempt {
  delivery: DeliveryRow;
  finished: Promise<{ delivery: DeliveryRow; attempt: AttemptRow | undefined }>;
}

export interface InProcessState {
  inFlight: number;
  /** The breaker lets one request through to test the receiver. */
  isProbing: boolean;
}

export interface Dispatcher {
  start(): Promise<void>;
  /** Stops claiming, waits up to 20 s for requests, aborts the rest as `interrupted` and writes every result. */
  stop(): Promise<void>;
  idle(): Promise<void>;
  /** Call it after the commit of a change of the webhook or its deliveries. Ignores unknown numbers. */
  wakeWebhook(no: number): void;
  /** Ends a pause by the breaker or `Retry-After`. */
  closeBreaker(tx: Store, no: number): Promise<void>;
  /** Inserts the delivery in `tx` and sends it after the commit. */
  sendOnce(tx: Store, order: SingleAttempt): Promise<StartedAttempt>;
  inProcessState(no: number): InProcessState;
}
