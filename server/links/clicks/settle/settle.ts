import { and, eq, isNull } from 'drizzle-orm';

import { newId } from '../../../../shared/ids';
import { scoped } from '../../../db/scoped';
import { emit, type NewEvent } from '../../../events/emit';
import type { DueLane, RunResult, Turn } from '../../../work/types';
import type { WorkQueues } from '../../../work/work-queues';
import { clickStatsOf } from '../../links/click-stats';
import { presentLinks } from '../../links/present';
import { moveHandoffCursor } from '../../queries/handoff-cursors';
import { links } from '../../schema/links';
import type { HandoffClick, HandoffLimit } from '../drain/handoff';
import { INTEREST } from '../interest-bits';
import { presentClick } from '../present-click';
import type { Handoff } from '../store/store';
import { CursorMoved, createBatcher } from './batcher';
import { clickedLinks } from './click-links';
import type { SettleContext } from './settle-context';

const CONSUMER = 'link_clicks';
const ROWS_PER_CLAIM = 20;
/** Processes that do not drain poll rarely, since the draining process sends hints. */
const SHARED_SWEEP_MS = 30_000;

interface SettlerOptions {
  ctx: SettleContext;
  queues: WorkQueues;
  settled: (workspaceId: string, no: number) => void;
}

interface Progress {
  read: number;
  settled: number;
}

/** Each row commits with the cursor of its workspace, so its events are written exactly once. */
export function createSettler({ ctx, queues, settled }: SettlerOptions) {
  const batcher = createBatcher(ctx);
  const progress = new Map<string, Progress>();
  let oldestAt: number | undefined;

  const progressOf = (workspaceId: string): Progress => progress.get(workspaceId) ?? { read: 0, settled: 0 };

  async function due(): Promise<DueLane[]> {
    oldestAt = undefined;
    const lanes: DueLane[] = [];
    for (const { workspaceId, last, oldestAt: at } of await ctx.clicks.store.handoffWorkspaces()) {
      const isUnread = last > progressOf(workspaceId).read;
      if (isUnread) oldestAt = Math.min(oldestAt ?? Infinity, at);
      const dueAt = isUnread ? at : batcher.open(workspaceId)?.dueAt;
      if (dueAt !== undefined) lanes.push({ lane: workspaceId, at: dueAt });
    }
    return lanes;
  }

  async function run(workspaceId: string, rows: readonly Handoff[], turn: Turn): Promise<RunResult> {
    const own = { ...progressOf(workspaceId) };
    progress.set(workspaceId, own);
    for (const row of rows) {
      if (turn.isOver()) return 'more';
      await settleRow(ctx, row, (one, clicks) => batcher.take(one, clicks));
      own.read = row.no;
    }
    await batcher.close(workspaceId, ctx.now().getTime());
    const batches = batcher.open(workspaceId);
    const done = Math.min(own.read, (batches?.oldestNo ?? Infinity) - 1);
    if (done > own.settled) {
      own.settled = done;
      settled(workspaceId, done);
    }
    if (rows.length === ROWS_PER_CLAIM) return 'more';
    return batches ? { pauseMs: Math.max(1, batches.dueAt - ctx.now().getTime()) } : 'done';
  }

  function reset(workspaceId: string): void {
    batcher.reset(workspaceId);
    progress.delete(workspaceId);
  }

  const queue = queues.add<{ workspaceId: string; rows: Handoff[] }>({
    name: 'link_clicks',
    parallelLanes: 2,
    sharedSweepMs: SHARED_SWEEP_MS,
    now: ctx.now,
    due,
    async claim(workspaceId) {
      const rows = await ctx.clicks.store.handoffs(workspaceId, progressOf(workspaceId).read, ROWS_PER_CLAIM);
      return rows.length > 0 || batcher.open(workspaceId) ? [{ workspaceId, rows }] : [];
    },
    async run({ workspaceId, rows }, turn) {
      try {
        return await run(workspaceId, rows, turn);
      } catch (error) {
        reset(workspaceId);
        if (error instanceof CursorMoved) return 'more';
        throw error;
      }
    },
  });

  return {
    queue,
    lagSeconds: (): number => (oldestAt === undefined ? 0 : Math.max(0, (ctx.now().getTime() - oldestAt) / 1000)),
  };
}

async function settleRow(
  ctx: SettleContext,
  row: Handoff,
  addToBatches: (row: Handoff, clicks: readonly HandoffClick[]) => Promise<void>,
): Promise<void> {
  if (row.kind === 'limit') return settleLimit(ctx, row, JSON.parse(row.payload) as HandoffLimit);
  const clicks = JSON.parse(row.payload) as HandoffClick[];
  await settleClicks(ctx, row, clicks);
  if (clicks.some(({ interest, botReason }) => botReason === null && (interest & INTEREST.batched) !== 0)) {
    await addToBatches(row, clicks);
  }
}

async function settleClicks(ctx: SettleContext, row: Handoff, clicks: readonly HandoffClick[]): Promise<void> {
  const { workspaceId, no } = row;
  const wanted = clicks.filter(({ interest, botReason }) =>
    botReason === null ? interest & INTEREST.single : interest & INTEREST.bot,
  );
  const linkOf = await clickedLinks(
    ctx,
    workspaceId,
    wanted.map(({ linkId }) => linkId),
  );
  const events = wanted.flatMap((click): NewEvent[] => {
    const link = linkOf.get(click.linkId);
    if (link === undefined) return [];
    const type = click.botReason === null ? 'link.clicked' : 'link.bot_clicked';
    return [{ type, data: presentClick(click, link) }];
  });
  await ctx.store.transaction(async (tx) => {
    if (!(await moveHandoffCursor(tx, { consumer: CONSUMER, workspaceId }, no))) return;
    await emit({ ...ctx, requestId: newId('req') }, scoped(tx, workspaceId), events);
  });
}

async function settleLimit(ctx: SettleContext, row: Handoff, { linkId, at }: HandoffLimit): Promise<void> {
  const { workspaceId, no } = row;
  const isUnreported = and(eq(links.id, linkId), isNull(links.limitReachedAt));
  const found = await scoped(ctx.store, workspaceId).select(links, { where: isUnreported });
  const clickStats = await clickStatsOf({ clicks: ctx.clicks as never, workspaceId }, found);
  await scoped(ctx.store, workspaceId).transaction(async (tx) => {
    if (!(await moveHandoffCursor(tx.store, { consumer: CONSUMER, workspaceId }, no))) return;
    const claimed = await tx.update(links, isUnreported, { limitReachedAt: new Date(at) });
    const [link] = await presentLinks(ctx, tx, claimed, clickStats);
    if (link === undefined) return;
    await emit({ ...ctx, requestId: newId('req') }, tx, [{ type: 'link.limit_reached', data: link }]);
  });
}
