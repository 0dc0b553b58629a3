import { backgroundRunner } from '../../db/background';
import { engine } from '../../db/engine';
import { nextTurn } from '../../schedule';
import { claimRaw, finishRaw, hasDueRaw, type RawRow, releaseRaw, renewRaw, troubleRaw } from '../system/ingress';
import { type Outcome, workOff, type WorkOffContext } from './work-off';

/** Rows of one claim, and of one round of an app. */
const CLAIMED = 64;
const ROUND = 16;
/** Rows that are claimed and not yet done; no more are claimed then. */
const MOST_CLAIMED = 256;
const LEASE_MS = 20_000;
const AGAIN_MS = 20;
const PAUSE_MS = 1000;
/** Seconds until an item that failed is tried again; after the last it stays as it is. */
const RETRIES_S = [1, 5, 30, 120, 600, 3600, 3600, 3600] as const;

const isClean = ({ problems, failures }: Outcome): boolean => problems.length + failures.length === 0;

/**
 * Works off notifications that are kept: of one app in their order, several apps side by side. What is held here can be
 * lost; the rows are the only queue.
 */
export function createIngressWorker(options: Omit<WorkOffContext, 'ahead'>, owns: () => boolean) {
  const { work, database } = options;
  // SQLite runs transactions in the order in which they are asked for, and commits several at once.
  const ctx: WorkOffContext = { ...options, ahead: engine === 'sqlite' ? 8 : 1 };
  const outside = backgroundRunner();
  const claimed = new Set<number>();
  const lanes = new Set<Promise<void>>();
  const state = { isOpen: false, isAsked: false, after: '', running: undefined as Promise<void> | undefined };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const canRun = (): boolean => state.isOpen && owns();
  const after = (milliseconds: number): Date => new Date(work.now().getTime() + milliseconds);

  function wake(): void {
    state.isAsked = true;
    if (state.running !== undefined || !canRun()) return;
    state.running = outside(run).finally(() => {
      state.running = undefined;
      if (state.isAsked) wake();
    });
  }

  async function run(): Promise<void> {
    await nextTurn();
    while (state.isAsked && canRun()) {
      state.isAsked = false;
      try {
        await claim();
      } catch (error) {
        work.log.error({ err: error }, 'claiming notifications failed; retrying');
        return;
      }
      if (claimed.size >= MOST_CLAIMED) await Promise.race(lanes);
    }
  }

  async function claim(): Promise<void> {
    const rows = await claimRaw(database, {
      owner: options.me,
      now: work.now(),
      leaseUntil: after(LEASE_MS),
      limit: CLAIMED,
      after: state.after,
    });
    if (rows === undefined) {
      clearTimeout(timer);
      timer = setTimeout(wake, AGAIN_MS);
      return;
    }
    // Of fewer there is nothing more that may be claimed before one of the apps is done, which says so.
    if (rows.length === CLAIMED) state.isAsked = true;
    for (const { seq } of rows) claimed.add(seq);
    state.after =
      rows
        .map(({ workspaceId }) => workspaceId)
        .toSorted()
        .at(-1) ?? '';
    for (const ofApp of Map.groupBy(rows, ({ appId }) => appId).values()) {
      const lane: Promise<void> = goThrough(ofApp).finally(() => {
        lanes.delete(lane);
        wake();
      });
      lanes.add(lane);
    }
  }

  async function goThrough(rows: readonly RawRow[]): Promise<void> {
    let left = rows;
    try {
      while (left.length > 0 && canRun()) {
        await settle(await workOff(ctx, left.slice(0, ROUND)));
        for (const { seq } of left.slice(0, ROUND)) claimed.delete(seq);
        left = left.slice(ROUND);
      }
      await giveBack(left, 0);
    } catch (error) {
      // What was done of them is done again then: what is told twice ends the same.
      work.log.error({ err: error }, 'processing notifications failed; retrying');
      await giveBack(left, PAUSE_MS).catch(() => {});
    } finally {
      for (const { seq } of left) claimed.delete(seq);
    }
  }

  const giveBack = (rows: readonly RawRow[], pauseMs: number): Promise<void> =>
    renewRaw(
      database,
      rows.map(({ seq }) => seq),
      after(pauseMs),
    );

  async function settle(outcomes: readonly Outcome[]): Promise<void> {
    const clean = outcomes.filter(isClean).map(({ row }) => row.seq);
    await finishRaw(database, clean, work.now());
    for (const { row, problems, failures } of outcomes.filter((one) => !isClean(one))) {
      const seconds = failures.length === 0 ? undefined : RETRIES_S[row.tries - 1];
      const parsedAt = seconds === undefined ? work.now() : null;
      const all = { problems: [...problems, ...failures], parsedAt, nextTryAt: after((seconds ?? 0) * 1000) };
      await troubleRaw(database, row.seq, all);
    }
  }

  const isBusy = (): boolean => state.running !== undefined || lanes.size > 0;

  /** For what another process keeps, and what is to be tried again. */
  async function look(): Promise<void> {
    if (canRun() && (await hasDueRaw(database, work.now()))) wake();
  }

  return {
    wake,
    look,
    /** Resolves when nothing is due; how often it had to wait. */
    async idle(): Promise<number> {
      let turns = 0;
      for (await look(); isBusy() && canRun(); await look()) {
        turns += 1;
        await Bun.sleep(1);
      }
      return turns;
    },
    /** Keeps the claims of what takes long. */
    renew: (): Promise<void> => renewRaw(database, [...claimed], after(LEASE_MS)),
    /** What another process had claimed: for the only one that works it off. */
    recover: (): Promise<void> => releaseRaw(database, work.now()),
    open: (): void => void (state.isOpen = true),
    /** Begins nothing more; resolves when what was begun has ended. */
    async close(): Promise<void> {
      state.isOpen = false;
      clearTimeout(timer);
      await state.running;
      await Promise.all(lanes);
    },
  };
}
