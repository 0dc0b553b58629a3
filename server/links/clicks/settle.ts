import { and, eq, isNull } from 'drizzle-orm';

import { newId } from '../../../shared/ids';
import { scoped } from '../../db/scoped';
import { emit, type NewEvent } from '../../events/emit';
import type { LinksServices } from '../context';
import { figuresOf } from '../links/figures';
import { presentLinks } from '../links/present';
import { links } from '../schema/links';
import { moveCursor } from '../system/clicks';
import { clickedLinks } from './click-links';
import type { HandoffClick, HandoffLimit } from './drain/handoff';
import { INTEREST } from './interest-bits';
import { presentClick } from './present-click';
import { createBatcher } from './settle-batches';
import type { ClickStore, Handoff } from './store/store';

const CONSUMER = 'link_clicks';
const ROWS = 20;
const PAUSE_MS = 500;
/** Batches close by the clock too. */
const TICK_MS = 50;

export type SettleContext = Pick<LinksServices, 'config' | 'log' | 'now' | 'hub' | 'metrics'> & {
  store: LinksServices['store'];
  clicks: { store: Pick<ClickStore, 'counters' | 'uses' | 'handoffs'> };
};

interface SettlerOptions {
  ctx: SettleContext;
  /** Rows up to this number have their events. */
  settled: (no: number) => void;
}

/**
 * Makes events of what the drain hands over: each row in one transaction with the cursor of its workspace, so exactly
 * once. The process that drains settles.
 */
export function createSettler({ ctx, settled }: SettlerOptions) {
  const batcher = createBatcher(ctx);
  const state = {
    after: 0,
    told: 0,
    oldestAt: null as number | null,
    isRunning: false,
    isStopped: true,
    isAwake: false,
  };
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** What is before every open batch is done with. */
  const tellSettled = (): void => {
    const done = Math.min(state.after, (batcher.oldestNo() ?? Infinity) - 1);
    if (done <= state.told) return;
    state.told = done;
    settled(done);
  };

  const settleAll = async (): Promise<void> => {
    for (;;) {
      const rows = await ctx.clicks.store.handoffs(state.after, ROWS);
      state.oldestAt = rows[0]?.createdAt.getTime() ?? null;
      for (const row of rows) {
        if (state.isStopped) return;
        await settleRow(ctx, row, (own, clicks) => batcher.take(own, clicks));
        state.after = row.no;
      }
      await batcher.close(ctx.now().getTime());
      tellSettled();
      if (rows.length < ROWS) return;
    }
  };

  const run = async (): Promise<void> => {
    if (state.isRunning || state.isStopped) return;
    state.isRunning = true;
    let pause: number | undefined;
    try {
      do {
        state.isAwake = false;
        await settleAll();
      } while (state.isAwake);
      if (batcher.oldestNo() !== undefined) pause = TICK_MS;
    } catch (error) {
      ctx.log.error({ err: error }, 'click events not written, retrying');
      // From the start: cursors know what is done.
      batcher.reset();
      state.after = state.told;
      pause = PAUSE_MS;
    }
    state.isRunning = false;
    if (pause !== undefined && !state.isStopped) timer = setTimeout(() => void run(), pause);
  };

  return {
    start(): void {
      state.isStopped = false;
      void run();
    },
    wake(): void {
      state.isAwake = true;
      void run();
    },
    async stop(): Promise<void> {
      state.isStopped = true;
      clearTimeout(timer);
      while (state.isRunning) await Bun.sleep(5);
    },
    /** Seconds since the oldest row that waits was handed over. */
    lagSeconds: (): number =>
      state.oldestAt === null ? 0 : Math.max(0, (ctx.now().getTime() - state.oldestAt) / 1000),
  };
}

async function settleRow(
  ctx: SettleContext,
  row: Handoff,
  takeBatched: (row: Handoff, clicks: readonly HandoffClick[]) => Promise<void>,
): Promise<void> {
  if (row.kind === 'limit') return settleLimit(ctx, row, JSON.parse(row.payload) as HandoffLimit);
  const clicks = JSON.parse(row.payload) as HandoffClick[];
  await settleClicks(ctx, row, clicks);
  if (clicks.some(({ interest, botReason }) => botReason === null && (interest & INTEREST.batched) !== 0)) {
    await takeBatched(row, clicks);
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
    if (!(await moveCursor(tx, { consumer: CONSUMER, workspaceId }, no))) return;
    await emit({ ...ctx, requestId: newId('req') }, tx, workspaceId, events);
  });
}

/** The last of a link’s uses was taken: told once, until its limit is changed. */
async function settleLimit(ctx: SettleContext, row: Handoff, { linkId, at }: HandoffLimit): Promise<void> {
  const { workspaceId, no } = row;
  const isUntold = and(eq(links.id, linkId), isNull(links.limitReachedAt));
  const found = await scoped(ctx.store, workspaceId).select(links, { where: isUntold });
  const figures = await figuresOf({ clicks: ctx.clicks as never, workspaceId }, found);
  await scoped(ctx.store, workspaceId).transaction(async (tx) => {
    if (!(await moveCursor(tx.store, { consumer: CONSUMER, workspaceId }, no))) return;
    const claimed = await tx.update(links, isUntold, { limitReachedAt: new Date(at) });
    const [link] = await presentLinks(ctx, tx, claimed, figures);
    if (link === undefined) return;
    await emit({ ...ctx, requestId: newId('req') }, tx.store, workspaceId, [
      { type: 'link.limit_reached', data: link },
    ]);
  });
}
