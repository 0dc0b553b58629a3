import { matchesType } from '../../../shared/events/patterns';
import type { ReplayMode } from '../../../shared/webhooks/replays';
import type { Store } from '../../db/database';
import { subscriberOf, wouldGet } from '../../events/subscribers';
import type { SubscriberRow } from '../../events/system/events';
import { DELIVERY_STATE } from '../schema';
import { type EventRow, readDeliveriesOf, readEventsAfter } from '../system/replays';

/** What a replay asks for. */
interface ReplaySelection {
  mode: ReplayMode;
  eventTypes: readonly string[];
  createdAfter: Date | null;
  createdBefore: Date | null;
  /** Later events come by themselves. */
  untilSequence: number;
}
export type ReplayedEvent = EventRow;

interface Selected {
  /** Events to send, in their order. */
  events: EventRow[];
  /** Events up to this number were looked at. */
  cursor: number;
  /** Nothing is left to look at. */
  isEnd: boolean;
}

/**
 * Looks at the events after `after`, `limit` of them at most, for those that a replay sends: for its ticks as well as
 * for its dry run. What has a delivery that is still open is left out.
 */
export async function selectForReplay(
  store: Store,
  webhook: SubscriberRow & { workspaceId: string },
  selection: ReplaySelection,
  range: { after: number; limit: number },
): Promise<Selected> {
  const until = selection.untilSequence;
  const page = await readEventsAfter(store, { workspaceId: webhook.workspaceId, until, ...range });
  const last = page.at(-1)?.sequence;
  const isEnd = page.length < range.limit;
  const cursor = isEnd || last === undefined ? until : last;

  const subscriber = subscriberOf(webhook);
  const asked = page.filter((event) => isAsked(event, selection) && wouldGet(subscriber, event));
  if (asked.length === 0) return { events: [], cursor, isEnd };

  const sequences = asked.map(({ sequence }) => sequence);
  const deliveries = Map.groupBy(
    await readDeliveriesOf(store, webhook.no, sequences),
    ({ eventSequence }) => eventSequence,
  );
  const events = asked.filter(({ sequence }) => isChosen(selection.mode, deliveries.get(sequence) ?? []));
  return { events, cursor, isEnd };
}

function isAsked({ type, createdAt }: EventRow, { eventTypes, createdAfter, createdBefore }: ReplaySelection): boolean {
  if (createdAfter !== null && createdAt <= createdAfter) return false;
  if (createdBefore !== null && createdAt >= createdBefore) return false;
  return eventTypes.length === 0 || eventTypes.some((pattern) => matchesType(pattern, type));
}

interface Past {
  state: number;
  cancelReason: string | null;
}

function isChosen(mode: ReplayMode, deliveries: readonly Past[]): boolean {
  if (deliveries.some(({ state }) => state === DELIVERY_STATE.pending || state === DELIVERY_STATE.leased)) return false;
  const latest = deliveries.at(-1);
  if (mode === 'all') return true;
  if (latest === undefined) return mode !== 'failed';
  if (mode === 'missing') return false;
  if (latest.state === DELIVERY_STATE.exhausted) return true;
  return latest.state === DELIVERY_STATE.canceled && latest.cancelReason !== 'user';
}
