import type { Log } from '../../../log';
import type { WebhookRow } from '../../system/webhooks';
import { type Receiver, receiverOf } from '../sending/receiver';
import type { WebhookSealer } from '../sending/sealed';
import { closeLane, configureLane, type Lane, newLane } from './lane';

/** A webhook as the dispatcher holds it in memory; the database stays the truth. */
export interface Webhook {
  no: number;
  workspaceId: string;
  lane: Lane;
  /** Undefined when its secrets do not open. */
  receiver: Receiver | undefined;
  /** What is known of its row, -1 to read it anew. */
  version: number;
  /** Results that the row does not know yet: until then the breaker here is the newer one. */
  unwritten: number;
  /** Deliveries are believed to be due. */
  hasWork: boolean;
  /** Its work has come while it had none, and is not what was left over. */
  isFresh: boolean;
  /** It was not to be sent to when it was last looked at. */
  isParked: boolean;
  /** Counts the hints that it has work: one that comes during a claim is not lost. */
  hints: number;
  /** Its row is not that of a healthy webhook, so each result is judged. */
  isUnwell: boolean;
  /** An outage has ended at this time; what waits since before is due. */
  drainBefore: number | undefined;
}

interface LanesOptions {
  sealer: WebhookSealer;
  log: Log;
  now: () => number;
}

/** Above so many webhooks those at rest are forgotten; they are read again when they have work. */
const MOST_KEPT = 20_000;

/** The webhooks that have had work. */
export function createLanes({ sealer, log, now }: LanesOptions) {
  const webhooks = new Map<number, Webhook>();

  const open = (row: WebhookRow): Receiver | undefined => {
    try {
      return receiverOf(row, sealer);
    } catch (error) {
      log.error({ err: error, webhook: row.id }, 'webhook secrets cannot be decrypted: deliveries wait');
      return undefined;
    }
  };

  const forgetResting = (): void => {
    for (const [no, { lane, hasWork, isUnwell }] of webhooks) {
      if (webhooks.size <= MOST_KEPT / 2) return;
      if (lane.inFlight === 0 && !hasWork && !isUnwell) webhooks.delete(no);
    }
  };

  return {
    get: (no: number): Webhook | undefined => webhooks.get(no),
    all: (): Iterable<Webhook> => webhooks.values(),

    /** Takes over a row as it was read. */
    take(row: WebhookRow): Webhook {
      let webhook = webhooks.get(row.no);
      if (webhook === undefined) {
        if (webhooks.size >= MOST_KEPT) forgetResting();
        webhook = {
          no: row.no,
          workspaceId: row.workspaceId,
          lane: newLane(now()),
          receiver: undefined,
          version: -1,
          unwritten: 0,
          hasWork: false,
          isFresh: false,
          isParked: false,
          hints: 0,
          isUnwell: false,
          drainBefore: undefined,
        };
        webhooks.set(row.no, webhook);
      }
      webhook.receiver = open(row);
      configureLane(webhook.lane, { maxInFlight: row.maxInFlight, rate: row.rateLimitPerSecond }, now());
      if (webhook.unwritten > 0) webhook.version = -1;
      else {
        webhook.version = row.version;
        takeBreaker(webhook, row, now());
      }
      return webhook;
    },
  };
}
export type Lanes = ReturnType<typeof createLanes>;

/** The breaker as the row has it: a restart does not forget a pause, and a change of the row may end one. */
function takeBreaker(webhook: Webhook, row: WebhookRow, now: number): void {
  const { lane } = webhook;
  closeLane(lane);
  lane.failures = row.consecutiveFailures;
  lane.openings = row.openings;
  webhook.isUnwell = row.consecutiveFailures > 0 || row.failingSinceAt !== null || row.openUntil !== null;
  if (row.openUntil === null) return;
  if (row.openUntil.getTime() > now) {
    lane.openUntil = row.openUntil.getTime();
    lane.openReason = row.openReason ?? 'breaker';
  } else lane.isHalfOpen = row.openReason !== 'retry_after';
}
