import { ID_PREFIXES, newId } from '../../../shared/ids';
import type { Store } from '../../db/database';
import { insertDeliveries } from '../queries/inserts';
import { countOpenReplayed } from '../queries/replays';
import type { ReplayRow } from '../schema';
import { listOpenReplays, lockReplay, readReplayWebhook, updateReplay } from '../system/replays';
import { selectForReplay } from './select-events';

/** Bounds a tick and the open deliveries of a webhook, so that live events never wait behind more. */
const MAX_OPEN = 500;
const MAX_SCANNED = 1000;

/** One transaction per replay, so a crash neither repeats nor skips. `woken` are the webhooks with new deliveries. */
export async function advanceReplays(
  store: Store,
  { owns, now }: { owns: (webhookNo: number) => boolean; now: () => number },
): Promise<{ woken: number[]; isOpen: boolean }> {
  const woken: number[] = [];
  const open = await listOpenReplays(store);
  for (const { id, webhookNo } of open) {
    if (!owns(webhookNo)) continue;
    const added = await store.transaction((tx) => advanceReplay(tx, id, now()));
    if (added > 0) woken.push(webhookNo);
  }
  return { woken, isOpen: open.length > 0 };
}

async function advanceReplay(tx: Store, id: string, time: number): Promise<number> {
  const replay = await lockReplay(tx, id);
  if (replay === undefined) return 0;
  const at = new Date(time);
  const webhook = await readReplayWebhook(tx, replay.webhookNo);
  if (webhook === undefined || webhook.deletedAt !== null) {
    await updateReplay(tx, id, { status: 'canceled', completedAt: at });
    return 0;
  }

  const open = await countOpenReplayed(tx, replay, MAX_OPEN);
  const limit = Math.min(replay.ratePerSecond, MAX_OPEN - open);
  if (limit <= 0) return 0;

  const { events, cursor, isEnd } = await selectForReplay(tx, webhook, replay, {
    after: replay.cursorSequence,
    limit: MAX_SCANNED,
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
    progressOf(replay, {
      count: sent.length,
      isOver: isEnd && !isCut,
      at,
      cursor: isCut ? (sent.at(-1)?.sequence ?? replay.cursorSequence) : cursor,
    }),
  );
  return sent.length;
}

/** Complete when all its deliveries exist, whatever their results. */
function progressOf(
  replay: ReplayRow,
  { count, cursor, isOver, at }: { count: number; cursor: number; isOver: boolean; at: Date },
): Partial<ReplayRow> {
  return {
    cursorSequence: cursor,
    matchedCount: replay.matchedCount + count,
    createdCount: replay.createdCount + count,
    status: isOver ? 'completed' : 'running',
    completedAt: isOver ? at : null,
  };
}
