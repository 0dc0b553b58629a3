import { ID_PREFIXES, newId } from '../../../shared/ids';
import type { Store } from '../../db/database';
import { insertDeliveries } from '../system/inserts';
import {
  countOpenReplayed,
  listOpenReplays,
  lockReplay,
  readReplayWebhook,
  type ReplayRow,
  updateReplay,
} from '../system/replays';
import { selectForReplay } from './replay-select';

/** Deliveries that one tick adds at most, and open ones of a webhook at most: live events never wait behind more. */
const MOST_OPEN = 500;
/** Events that one tick looks at. */
const LOOKED_AT = 1000;

/**
 * Adds the next deliveries of every replay that is ours, as many as its rate allows in a second. The deliveries and the
 * cursor are written in one transaction, so a crash neither repeats nor skips. Returns the webhooks that have work.
 */
export async function tickReplays(
  store: Store,
  { owns, now }: { owns: (webhookNo: number) => boolean; now: () => number },
): Promise<number[]> {
  const woken: number[] = [];
  for (const { id, webhookNo } of await listOpenReplays(store)) {
    if (!owns(webhookNo)) continue;
    const added = await store.transaction((tx) => tickReplay(tx, id, now()));
    if (added > 0) woken.push(webhookNo);
  }
  return woken;
}

async function tickReplay(tx: Store, id: string, time: number): Promise<number> {
  const replay = await lockReplay(tx, id);
  if (replay === undefined) return 0;
  const at = new Date(time);
  const webhook = await readReplayWebhook(tx, replay.webhookNo);
  if (webhook === undefined || webhook.deletedAt !== null) {
    await updateReplay(tx, id, { status: 'canceled', finishedAt: at });
    return 0;
  }

  const open = await countOpenReplayed(tx, replay, MOST_OPEN);
  const limit = Math.min(replay.ratePerSecond, MOST_OPEN - open);
  if (limit <= 0) return 0;

  const { events, cursor, isEnd } = await selectForReplay(tx, webhook, replay, {
    after: replay.cursorSequence,
    limit: LOOKED_AT,
  });
  const sent = events.slice(0, limit);
  const isCut = sent.length < events.length;
  await insertDeliveries(
    tx,
    sent.map((event) => ({
      id: newId(ID_PREFIXES.delivery),
      workspaceId: replay.workspaceId,
      webhookNo: replay.webhookNo,
      eventSequence: event.sequence,
      eventId: event.id,
      eventType: event.type,
      trigger: 'replay' as const,
      addressed: event.addressedTo !== null,
      replayId: replay.id,
      nextAt: at,
      createdAt: at,
    })),
  );
  await updateReplay(
    tx,
    id,
    advance(replay, {
      count: sent.length,
      isOver: isEnd && !isCut,
      at,
      cursor: isCut ? (sent.at(-1)?.sequence ?? replay.cursorSequence) : cursor,
    }),
  );
  return sent.length;
}

/** A replay is completed once all its deliveries are made; how they end is seen in the deliveries themselves. */
function advance(
  replay: ReplayRow,
  { count, cursor, isOver, at }: { count: number; cursor: number; isOver: boolean; at: Date },
): Partial<ReplayRow> {
  return {
    cursorSequence: cursor,
    matched: replay.matched + count,
    enqueued: replay.enqueued + count,
    status: isOver ? 'completed' : 'running',
    finishedAt: isOver ? at : null,
  };
}
