import { matchesType } from '../../../shared/events/patterns';
import type { ReplayMode } from '../../../shared/webhooks/replays';
import type { Store } from '../../db/database';
import type { SubscriberRow } from '../../events/ports';
import { subscriberOf, wouldReceive } from '../../events/subscribers';
import { type EventRow, readEventsAfter } from '../queries/events';
import { DELIVERY_STATE } from '../schema';
import { readDeliveriesOf } from '../system/replays';

interface ReplaySelection {
  mode: ReplayMode;
  eventTypes: readonly string[];
  createdAfter: Date | null;
  createdBefore: Date | null;
  /** Later events are delivered anyway. */
  untilSequence: number;
}

interface ReplayPage {
  events: EventRow[];
  cursor: number;
  isEnd: boolean;
}

/** For replays and dry runs. Events with an open delivery are skipped. */
export async function selectForReplay(
  store: Store,
  webhook: SubscriberRow & { workspaceId: string },
  selection: ReplaySelection,
  range: { after: number; limit: number },
): Promise<ReplayPage> {
  const until = selection.untilSequence;
  const page = await readEventsAfter(store, { workspaceId: webhook.workspaceId, until, ...range });
  const last = page.at(-1)?.sequence;
  const isEnd = page.length < range.limit;
  const cursor = isEnd || last === undefined ? until : last;

  const subscriber = subscriberOf(webhook);
  const selected = page.filter((event) => matchesSelection(event, selection) && wouldReceive(subscriber, event));
  if (selected.length === 0) return { events: [], cursor, isEnd };

  const sequences = selected.map(({ sequence }) => sequence);
  const deliveries = Map.groupBy(
    await readDeliveriesOf(store, webhook.no, sequences),
    ({ eventSequence }) => eventSequence,
  );
  const events = selected.filter(({ sequence }) => isSelected(selection.mode, deliveries.get(sequence) ?? []));
  return { events, cursor, isEnd };
}

function matchesSelection(
  { type, createdAt }: EventRow,
  { eventTypes, createdAfter, createdBefore }: ReplaySelection,
): boolean {
  if (createdAfter !== null && createdAt <= createdAfter) return false;
  if (createdBefore !== null && createdAt >= createdBefore) return false;
  return eventTypes.length === 0 || eventTypes.some((pattern) => matchesType(pattern, type));
}

interface PastDelivery {
  state: number;
  cancelReason: string | null;
}

function isSelected(mode: ReplayMode, deliveries: readonly PastDelivery[]): boolean {
  if (deliveries.some(({ state }) => state === DELIVERY_STATE.pending || state === DELIVERY_STATE.leased)) return false;
  const latest = deliveries.at(-1);
  if (mode === 'all') return true;
  if (latest === undefined) return mode !== 'failed';
  if (mode === 'missing') return false;
  if (latest.state === DELIVERY_STATE.exhausted) return true;
  return latest.state === DELIVERY_STATE.canceled && latest.cancelReason !== 'user';
}
