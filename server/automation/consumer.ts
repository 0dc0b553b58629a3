import type { EventType } from '../../shared/events/events';
import { ID_PREFIXES, newId } from '../../shared/ids';
import { isDataFault } from '../db/faults';
import { scoped, type ScopedDb } from '../db/scoped';
import { emit, type NewEvent } from '../events/emit';
import { createSlice } from '../slice';
import { beginCursor, type LoggedEvent, moveCursor, nextTypes, readCursor, readEvents } from '../work/queries/cursors';
import { workspacesBehind } from '../work/system/cursors';
import type { RunResult } from '../work/types';
import type { AutomationServices } from './context';

const BATCH = 200;
const PAGE = 500;
/** The cursor is saved after this many events without effects. */
const MAX_UNSAVED = 1000;
/** A workspace without subscribers is not read for this time; then another process may have added one. */
const ABSENT_MS = 5000;
const MAX_ABSENT = 10_000;

type ConsumerDeps = Pick<AutomationServices, 'config' | 'hub' | 'metrics' | 'now' | 'log' | 'store' | 'queues'>;

/** Writes the effects in the transaction that moves the cursor. Returns the events to emit. */
export type Effect = (tx: ScopedDb) => Promise<NewEvent[]>;

export interface ConsumerOptions {
  name: string;
  wants: (type: EventType) => boolean;
  /** Events are in order, outside transactions. After a throw the same events are passed again. */
  take: (workspaceId: string, events: readonly LoggedEvent[]) => Promise<Effect>;
  /** Handles an event whose effect the database refuses; skipped when absent. */
  handleRefused?: (workspaceId: string, event: LoggedEvent) => Promise<Effect>;
}

/** Each event of a joined workspace is read once. */
export interface Consumer {
  /** Starts with the next event. Idempotent. */
  join(tx: ScopedDb): Promise<void>;
  start(): void;
  stop(): Promise<void>;
  idle(): Promise<void>;
}

interface EventSpan {
  workspaceId: string;
  from: number;
  to: number;
  events: readonly LoggedEvent[];
  /** Includes events that do not match. */
  count: number;
  isLast: boolean;
}

interface ReadState {
  /** Everything up to here is handled, though the saved cursor may be older. */
  seen: number;
  /** Events up to here are handled singly, because one of them is refused. */
  singlyTo: number;
}

/** The cursor moves in the transaction of the effects, so each event has its effects exactly once. */
export function createConsumer(deps: ConsumerDeps, { name, wants, take, handleRefused }: ConsumerOptions): Consumer {
  const { store, hub, log } = deps;
  const states = new Map<string, ReadState>();
  const absent = new Map<string, number>();
  const slice = createSlice({ max: BATCH });
  let unsubscribe: (() => void) | undefined;

  const queue = deps.queues.add<EventSpan>({
    name: `events_${name}`,
    parallelLanes: 2,
    now: () => deps.now(),
    due: async (now) => (await lanesBehind()).map((lane) => ({ lane, at: now })),
    claim: read,
    run: handleSpan,
  });

  async function lanesBehind(): Promise<string[]> {
    const found: string[] = [];
    for (let after = ''; ;) {
      const page = await workspacesBehind(store, name, after, PAGE);
      for (const { workspaceId, last } of page) {
        if (last > (states.get(workspaceId)?.seen ?? 0)) found.push(workspaceId);
      }
      const end = page.at(-1);
      if (page.length < PAGE || end === undefined) return found;
      after = end.workspaceId;
    }
  }

  async function read(workspaceId: string): Promise<EventSpan[]> {
    const from = await readCursor(store, name, workspaceId);
    if (from === undefined) {
      states.delete(workspaceId);
      if (absent.size >= MAX_ABSENT) absent.clear();
      absent.set(workspaceId, performance.now() + ABSENT_MS);
      return [];
    }
    const state = states.get(workspaceId) ?? { seen: 0, singlyTo: 0 };
    states.set(workspaceId, state);
    for (;;) {
      const after = Math.max(from, state.seen);
      const max = after < state.singlyTo ? 1 : BATCH;
      const next = await nextTypes(store, workspaceId, after, max);
      const all = next.filter(({ type }) => wants(type as EventType));
      const wanted = all.slice(0, slice.size());
      const isCut = wanted.length < all.length;
      const to = isCut ? wanted.at(-1)?.sequence : next.at(-1)?.sequence;
      if (to === undefined) return [];
      const isLast = !isCut && next.length < max;
      if (wanted.length > 0 || to - from >= MAX_UNSAVED) {
        const sequences = wanted.map(({ sequence }) => sequence);
        const events = await readEvents(store, workspaceId, sequences);
        return [{ workspaceId, from, to, events, count: to - after, isLast }];
      }
      state.seen = to;
      if (isLast) return [];
    }
  }

  async function handleSpan(span: EventSpan): Promise<RunResult> {
    const { workspaceId, to, events, count, isLast } = span;
    const state = states.get(workspaceId);
    try {
      const effect = events.length === 0 ? undefined : await take(workspaceId, events);
      // Another process was faster and may have stopped at an earlier event.
      if (!(await apply(span, effect))) return 'more';
    } catch (error) {
      if (!isDataFault(error)) throw error;
      if (count > 1 && state !== undefined && to > state.singlyTo) {
        state.singlyTo = to;
        return 'more';
      }
      log.error({ err: error, consumer: name, workspace: workspaceId, sequence: to }, 'event skipped');
      if (!(await skipEvent(span))) return 'more';
    }
    if (state !== undefined) state.seen = to;
    return isLast ? 'done' : 'more';
  }

  /** A refused effect would be refused again. */
  async function skipEvent(span: EventSpan): Promise<boolean> {
    const [event] = span.events;
    try {
      return await apply(span, event && (await handleRefused?.(span.workspaceId, event)));
    } catch (error) {
      if (!isDataFault(error)) throw error;
      return apply(span, undefined);
    }
  }

  async function apply({ workspaceId, events: { length }, ...span }: EventSpan, effect?: Effect): Promise<boolean> {
    const write = async (tx: ScopedDb): Promise<boolean> => {
      if (!(await moveCursor(tx.store, name, workspaceId, span))) return false;
      const events = await effect?.(tx);
      if (events !== undefined) await emit({ ...deps, requestId: newId(ID_PREFIXES.request) }, tx, events);
      return true;
    };
    return scoped(store, workspaceId).transaction((tx) =>
      effect === undefined ? write(tx) : slice.timed(length, () => write(tx)),
    );
  }

  function wake(workspaceId: string): void {
    const until = absent.get(workspaceId);
    if (until !== undefined && until > performance.now()) return;
    absent.delete(workspaceId);
    queue.wake(workspaceId);
  }

  return {
    async join(tx) {
      await beginCursor(tx.store, name, tx.workspaceId);
      tx.store.afterCommit(() => {
        absent.delete(tx.workspaceId);
        queue.wake(tx.workspaceId);
      });
    },

    start() {
      unsubscribe = hub.subscribeAll((workspaceId, frames) => {
        if (frames.some(({ type }) => wants(type as EventType))) wake(workspaceId);
      });
      queue.start();
    },

    async stop() {
      unsubscribe?.();
      await queue.stop();
    },

    async idle() {
      await queue.idle();
    },
  };
}
