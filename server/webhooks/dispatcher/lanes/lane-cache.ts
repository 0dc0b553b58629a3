import type { Log } from '../../../log';
import type { WebhookRow } from '../../schema';
import { type Receiver, openReceiver } from '../sending/receiver';
import type { WebhookSealer } from '../sending/webhook-sealer';
import { closeLane, configureLane, type Lane, newLane } from './lane';

/** In-memory state; the database remains authoritative. */
export interface LaneWebhook {
  no: number;
  workspaceId: string;
  lane: Lane;
  receiver: Receiver | undefined;
  /** Version of the row as it was last read; undefined while the row must be read again. */
  version: number | undefined;
  /** Results that the row does not have yet: until then the breaker in memory is newer. */
  unwritten: number;
  hasWork: boolean;
  /** Its work is new and not a backlog. */
  isFresh: boolean;
  /** The last read showed that nothing may be sent. */
  isParked: boolean;
  /** Counts hints of work, so that a hint during a claim is not lost. */
  hints: number;
  /** Each result is evaluated, as the row is not that of a healthy webhook. */
  isUnhealthy: boolean;
  /** An outage ended at this time; deliveries that wait since before are due. */
  drainBefore: number | undefined;
}

export const DELIVERIES = 'webhook_deliveries';
export const laneName = ({ workspaceId, no }: Pick<LaneWebhook, 'workspaceId' | 'no'>): string =>
  `${workspaceId} ${no}`;

interface LanesOptions {
  sealer: WebhookSealer;
  log: Log;
  now: () => number;
}

/** Above this number, idle webhooks are evicted and read again when they have work. */
const MAX_CACHED = 20_000;

export function createLaneCache({ sealer, log, now }: LanesOptions) {
  const webhooks = new Map<number, LaneWebhook>();

  const open = (row: WebhookRow): Receiver | undefined => {
    try {
      return openReceiver(row, sealer);
    } catch (error) {
      log.error({ err: error, webhook: row.id }, 'webhook secrets cannot be decrypted: deliveries wait');
      return undefined;
    }
  };

  const evictIdle = (): void => {
    for (const [no, { lane, hasWork, isUnhealthy }] of webhooks) {
      if (webhooks.size <= MAX_CACHED / 2) return;
      if (lane.inFlight === 0 && !hasWork && !isUnhealthy) webhooks.delete(no);
    }
  };

  return {
    get: (no: number): LaneWebhook | undefined => webhooks.get(no),
    all: (): Iterable<LaneWebhook> => webhooks.values(),

    refresh(row: WebhookRow): LaneWebhook {
      let webhook = webhooks.get(row.no);
      if (webhook === undefined) {
        if (webhooks.size >= MAX_CACHED) evictIdle();
        webhook = {
          no: row.no,
          workspaceId: row.workspaceId,
          lane: newLane(now()),
          receiver: undefined,
          version: undefined,
          unwritten: 0,
          hasWork: false,
          isFresh: false,
          isParked: false,
          hints: 0,
          isUnhealthy: false,
          drainBefore: undefined,
        };
        webhooks.set(row.no, webhook);
      }
      webhook.receiver = open(row);
      configureLane(webhook.lane, { maxInFlight: row.maxInFlight, rate: row.rateLimitPerSecond }, now());
      if (webhook.unwritten > 0) webhook.version = undefined;
      else {
        webhook.version = row.version;
        restoreBreaker(webhook, row, now());
      }
      return webhook;
    },
  };
}
export type LaneCache = ReturnType<typeof createLaneCache>;

/** Takes the breaker from the row: a restart keeps a pause, and a change of the row may end one. */
function restoreBreaker(webhook: LaneWebhook, row: WebhookRow, now: number): void {
  const { lane } = webhook;
  closeLane(lane);
  lane.failures = row.consecutiveFailures;
  lane.openings = row.openings;
  webhook.isUnhealthy = row.consecutiveFailures > 0 || row.failingSinceAt !== null || row.openUntil !== null;
  if (row.openUntil === null) return;
  if (row.openUntil.getTime() > now) {
    lane.openUntil = row.openUntil.getTime();
    lane.openReason = row.openReason ?? 'circuit_breaker';
  } else lane.isHalfOpen = row.openReason !== 'retry_after';
}
