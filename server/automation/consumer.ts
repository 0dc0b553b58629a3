import type { EventType } from '../../shared/events/events';
import { ID_PREFIXES, newId } from '../../shared/ids';
import type { Services } from '../context';
import { backgroundRunner } from '../db/background';
import type { Store } from '../db/database';
import { isDataFault } from '../db/faults';
import { scoped, type ScopedDb } from '../db/scoped';
import { emit, type NewEvent } from '../events/emit';
import { nextTurn, repeat, type Repetition } from '../schedule';
import { createSlice } from '../slice';
import {
  beginCursor,
  type LoggedEvent,
  moveCursor,
  nextTypes,
  readCursor,
  readEvents,
  workspacesBehind,
} from '../work/system/cursors';

/** Events of one look. */
const BATCH = 200;
/** Workspaces that are read at once. */
const RUNNING = 2;
/** Workspaces of one page of a sweep. */
const PAGE = 500;
const SWEEP_MS = 5000;
const PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
/** So many events with nothing in them are read over before the cursor is moved for that alone. */
const UNWRITTEN = 1000;

export type ConsumerParts = Pick<Services, 'config' | 'hub' | 'metrics' | 'now' | 'log' | 'store'>;

/** What is done with events: written in the transaction that moves the cursor. Returns the events to emit. */
export type Effect = (tx: ScopedDb) => Promise<NewEvent[]>;

export interface ConsumerOptions {
  /** Name of its cursors. */
  name: string;
  /** Events of other types are passed over unread. */
  wants: (type: EventType) => boolean;
  /** Judges events, in their order, outside of transactions. What it throws makes the same events come again, unless it is in them. */
  take: (workspaceId: string, events: readonly LoggedEvent[]) => Promise<Effect>;
  /** What is done instead with an event whose effect the database refuses; nothing when absent. */
  refused?: (workspaceId: string, event: LoggedEvent) => Promise<Effect>;
}

/** Reads the log of events of the workspaces that take part, each event once. */
export interface Consumer {
  /** Lets it read the workspace of a transaction from the next event on; harmless where it does already. */
  join(tx: ScopedDb): Promise<void>;
  start(): void;
  /** Begins nothing any more; resolves when what runs has ended. */
  stop(): Promise<void>;
  /** Resolves when it has read all that is there. */
  idle(): Promise<void>;
}

/** Where the cursor stands and where it moves to. */
interface Span {
  from: number;
  to: number;
}

/** A workspace as this process knows it. */
interface Reading {
  /** Up to here nothing is to be done, though the cursor may stand further back. */
  seen: number;
  /** Up to here events are taken one by one: the effect of one of them is refused. */
  singlyTo: number;
  failures: number;
  restsUntil: number;
}

/**
 * A consumer of the log. The cursor of a workspace moves in the transaction of the effects, from where it was read: so
 * each event has its effects once, on however many processes, and what is held here can be lost.
 */
export function createConsumer(parts: ConsumerParts, { name, wants, take, refused }: ConsumerOptions): Consumer {
  const { store, hub, log } = parts;
  const outside = backgroundRunner();
  const readings = new Map<string, Reading>();
  const ready = new Set<string>();
  const running = new Map<string, Promise<void>>();
  /** Events with effects of one transaction. */
  const slice = createSlice({ most: BATCH });
  const state = { isOpen: false };
  let leave: (() => void) | undefined;
  let sweeps: Repetition | undefined;

  function wake(workspaceId: string): void {
    if (!state.isOpen) return;
    ready.add(workspaceId);
    outside(() => setImmediate(pump));
  }

  function pump(): void {
    for (const workspaceId of ready) {
      if (!state.isOpen || running.size >= RUNNING) return;
      if (running.has(workspaceId)) continue;
      ready.delete(workspaceId);
      const run = read(workspaceId).finally(() => {
        running.delete(workspaceId);
        pump();
      });
      running.set(workspaceId, run);
    }
  }

  /** Reads some events; what is left comes after those that wait: none is held up by the many events of another. */
  async function read(workspaceId: string): Promise<void> {
    let reading = readings.get(workspaceId);
    if (reading === undefined)
      readings.set(workspaceId, (reading = { seen: 0, singlyTo: 0, failures: 0, restsUntil: 0 }));
    if (reading.restsUntil > performance.now()) return;
    try {
      if ((await readOnce(workspaceId, reading)) && state.isOpen) ready.add(workspaceId);
      reading.failures = 0;
      await nextTurn();
    } catch (error) {
      log.error({ err: error, consumer: name, workspace: workspaceId }, 'events could not be read; trying again');
      reading.restsUntil = performance.now() + Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** reading.failures);
      reading.failures += 1;
    }
  }

  /** True when there may be more. */
  async function readOnce(workspaceId: string, reading: Reading): Promise<boolean> {
    const from = await readCursor(store, name, workspaceId);
    if (from === undefined) {
      readings.delete(workspaceId);
      return false;
    }
    const after = Math.max(from, reading.seen);
    const most = after < reading.singlyTo ? 1 : BATCH;
    const next = await nextTypes(store, workspaceId, after, most);
    const all = next.filter(({ type }) => wants(type as EventType));
    const wanted = all.slice(0, slice.size());
    const isCut = wanted.length < all.length;
    const to = isCut ? wanted.at(-1)?.sequence : next.at(-1)?.sequence;
    if (to === undefined) return false;

    const isWritten = wanted.length > 0 || to - from >= UNWRITTEN;
    if (isWritten) {
      const events = await readEvents(
        store,
        workspaceId,
        wanted.map(({ sequence }) => sequence),
      );
      const span = { from, to };
      try {
        const effect = events.length === 0 ? undefined : await take(workspaceId, events);
        // Another process was quicker, and may not have come as far.
        if (!(await apply(workspaceId, span, effect, wanted.length))) return true;
      } catch (error) {
        if (!isDataFault(error)) throw error;
        if (to - after > 1 && most > 1) {
          reading.singlyTo = to;
          return true;
        }
        log.error({ err: error, consumer: name, workspace: workspaceId, sequence: to }, 'an event is passed over');
        if (!(await passOver(workspaceId, span, events))) return true;
      }
    }
    reading.seen = to;
    return isCut || next.length === most;
  }

  /** Goes on behind an event whose effect is refused: the same again would be refused again. */
  async function passOver(workspaceId: string, span: Span, events: readonly LoggedEvent[]): Promise<boolean> {
    const [event] = events;
    try {
      return await apply(workspaceId, span, event && (await refused?.(workspaceId, event)));
    } catch (error) {
      if (!isDataFault(error)) throw error;
      return apply(workspaceId, span, undefined);
    }
  }

  /** False where the cursor was moved meanwhile: nothing is written then. */
  async function apply(workspaceId: string, span: Span, effect: Effect | undefined, count = 1): Promise<boolean> {
    const work = async (tx: Store): Promise<boolean> => {
      if (!(await moveCursor(tx, name, workspaceId, span))) return false;
      const events = await effect?.(scoped(tx, workspaceId));
      if (events !== undefined) {
        await emit({ ...parts, requestId: newId(ID_PREFIXES.request) }, tx, workspaceId, events);
      }
      return true;
    };
    return store.transaction((tx) => (effect === undefined ? work(tx) : slice.timed(count, () => work(tx))));
  }

  async function sweep(): Promise<void> {
    for (let after = ''; state.isOpen;) {
      const page = await workspacesBehind(store, name, after, PAGE);
      for (const { workspaceId } of page) wake(workspaceId);
      const last = page.at(-1);
      if (page.length < PAGE || last === undefined) return;
      after = last.workspaceId;
    }
  }

  return {
    async join(tx) {
      await beginCursor(tx.store, name, tx.workspaceId);
      tx.store.afterCommit(() => wake(tx.workspaceId));
    },

    start() {
      state.isOpen = true;
      leave = hub.subscribeAll((workspaceId, frames) => {
        if (!readings.has(workspaceId)) return;
        if (frames.some(({ type }) => wants(type as EventType))) wake(workspaceId);
      });
      sweeps = repeat({ name: `events for ${name}`, everyMs: SWEEP_MS, jitter: 0.1, firstMs: 1, run: sweep }, log);
    },

    async stop() {
      state.isOpen = false;
      leave?.();
      ready.clear();
      await sweeps?.stop();
      await Promise.all(running.values());
    },

    async idle() {
      await sweep();
      while (state.isOpen && (running.size > 0 || ready.size > 0)) await Bun.sleep(1);
    },
  };
}
