import type { Services } from '../../context';
import { backgroundRunner } from '../../db/background';
import type { Database } from '../../db/database';
import { engine } from '../../db/engine';
import { nextTurn, repeat, type Repetition } from '../../schedule';
import { createSlice } from '../../slice';
import type { Channels } from '../channels/index';
import { queueDue, type WaitingLane } from '../system/publisher';
import { expire } from './expire';
import { handOver, type LaneOutcome } from './hand-over';
import { dueLanes, laneKey } from './lanes';
import { callLane, recoverLost } from './network';
import { createReceipts } from './receipts';

/** Brings publications that are due to their channels. */
export interface Publisher {
  /** Says, after the commit, that deliveries may be due. Harmless when none is. */
  wake(): void;
  /** Hears how deliveries of others end that carry its own: before they can, and until none can. Returns the way out. */
  listen(): () => void;
  start(): void;
  /** Claims nothing more; resolves when what runs has ended. */
  stop(): Promise<void>;
  /** Resolves when nothing is due and all that was told of deliveries is heard. */
  idle(): Promise<void>;
}

export interface PublisherOptions {
  services: () => Services;
  database: Database;
  channels: Channels;
  /** This process, as it stands on leases. */
  me: string;
  /** Between 0 and 1. */
  random?: () => number;
}

const TICK_MS = 1000;
/** Publications of one statement. */
const DUE_SLICE = 50;
/** Deliveries of one transaction, at most. */
const MOST_TOGETHER = 100;
/** A container that takes no more is looked at again, where nobody says before that it does. */
const FULL_MS = 1000;
const SOON_MS = 50;
const LONGEST_STOP_MS = 10_000;
/** Lanes at once; SQLite has one writer. */
const TOGETHER = engine === 'postgres' ? 4 : 1;

export function createPublisher({
  services,
  database,
  channels,
  me,
  random = Math.random,
}: PublisherOptions): Publisher {
  const outside = backgroundRunner();
  /** Lanes that are left alone, and until when. */
  const resting = new Map<string, number>();
  const stopping = new AbortController();
  const state = { isOpen: false, isWanted: false, running: undefined as Promise<void> | undefined };
  let repetitions: Repetition[] = [];
  /** Deliveries that were heard of, and lanes that were looked at. */
  const seen = { heard: 0, served: 0 };

  const receipts = createReceipts({
    services,
    channels,
    moved(rows) {
      seen.heard += rows.length;
      for (const row of rows) resting.delete(laneKey(row));
      wake();
    },
  });
  const isOpen = (): boolean => state.isOpen;
  const slice = createSlice({ most: MOST_TOGETHER });
  const context = { services, database, receipts, slice, channels, me, random, isOpen, signal: stopping.signal };
  const now = (): number => services().now().getTime();

  function wake(): void {
    state.isWanted = true;
    if (!state.isOpen || state.running !== undefined) return;
    outside(() => {
      state.running = run().finally(() => {
        state.running = undefined;
        if (state.isWanted) wake();
      });
    });
  }

  async function run(): Promise<void> {
    await nextTurn();
    while (state.isWanted && state.isOpen) {
      state.isWanted = false;
      try {
        await look();
      } catch (error) {
        // The next tick tries again.
        state.isWanted = false;
        services().log.error({ err: error }, 'publications could not be looked at');
      }
    }
  }

  /** Hands over until every lane is done or takes no more; what came meanwhile is seen by the next look. */
  async function look(): Promise<void> {
    const done = new Set<string>();
    for (;;) {
      // Some of those whose time has come, then some of what is due: a backlog of one does not hold up the other.
      const isMore = (await queueDue(database, now(), DUE_SLICE)) === DUE_SLICE;
      const at = now();
      const isOver = (key: string): boolean => done.has(key) || (resting.get(key) ?? 0) > at;
      const lanes = (await dueLanes(database, channels.all, at)).filter((lane) => !isOver(laneKey(lane)));
      if ((lanes.length === 0 && !isMore) || !state.isOpen) return;
      for (let from = 0; from < lanes.length && state.isOpen; from += TOGETHER) {
        await Promise.all(lanes.slice(from, from + TOGETHER).map((lane) => serve(lane, done)));
        await nextTurn();
      }
    }
  }

  async function serve(lane: WaitingLane, done: Set<string>): Promise<void> {
    const key = laneKey(lane);
    const { heard } = seen;
    resting.delete(key);
    const outcome = await attempt(lane);
    seen.served += 1;
    if (outcome === 'done') done.add(key);
    if (outcome === 'done' || outcome === 'more') return;
    // What was heard meanwhile may have made room.
    const pause = seen.heard === heard ? FULL_MS : SOON_MS;
    resting.set(key, now() + pause);
    outside(() => setTimeout(wake, pause).unref());
  }

  /** One lane that fails does not hold up the others. */
  async function attempt(lane: WaitingLane): Promise<LaneOutcome> {
    const channel = channels.of(lane.channel);
    try {
      if (channel?.handover === 'network') return await callLane(context, channel, lane);
      return channel ? await handOver(context, channel, lane) : 'full';
    } catch (error) {
      services().log.error({ err: error, lane: laneKey(lane) }, 'publications could not be handed over; trying again');
      return 'full';
    }
  }

  async function tick(): Promise<void> {
    for (const [key, until] of resting) if (until <= now()) resting.delete(key);
    await recoverLost(context);
    await expire(context);
    wake();
  }

  return {
    wake,
    listen: () => receipts.listen(),
    start() {
      state.isOpen = true;
      receipts.start();
      repetitions = [
        repeat({ name: 'publications', everyMs: TICK_MS, firstMs: 1, jitter: 0.1, run: tick }, services().log),
      ];
    },
    async stop() {
      state.isOpen = false;
      // What a provider is asked right now is answered, if it does not take too long.
      const timer = setTimeout(() => stopping.abort(), Math.min(LONGEST_STOP_MS, services().config.stopTimeoutMs));
      await Promise.all(repetitions.map((one) => one.stop()));
      await state.running;
      clearTimeout(timer);
      await receipts.stop();
    },
    async idle() {
      for (let before = ''; before !== JSON.stringify(seen);) {
        before = JSON.stringify(seen);
        wake();
        while (state.running !== undefined) await state.running;
        await receipts.idle();
      }
    },
  };
}
