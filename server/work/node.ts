import { newId } from '../../shared/ids';
import { alignSteady } from '../clock';
import type { Database, DatabaseSession } from '../db/database';
import { isSharedDatabase } from '../db/engine';
import type { Log } from '../log';
import { repeat, type Repetition } from '../schedule';
import { createNodeLocks } from './node-lock';
import { holdNode, isNodeLost, leaveNode, lostNodes, readNodes } from './system/nodes';

/**
 * On PostgreSQL a process without heartbeats and without its connection’s lock is gone, and its leases end. A suspended
 * process keeps its lock, and its leases until they expire. On SQLite each process locks a file.
 */
export interface Node {
  readonly id: string;
  /** Immediate on SQLite; takes a few seconds on PostgreSQL. */
  isGone(id: string): Promise<boolean>;
  processes(): number;
  /** Processes that share work, as last read; none on SQLite, where one process does all work. */
  members(): Members;
  /** Call it before anything is leased. */
  start(): Promise<void>;
  /** Call it after all leases are returned. */
  stop(): Promise<void>;
}

interface Members {
  ids: readonly string[];
  /** Changes with the ids, and after a gap in which other processes may have considered this one dead. */
  generation: number;
  isAlive: boolean;
}

interface NodeOptions {
  /** Milliseconds of the clock that leases use. */
  now: () => number;
  owners: () => Promise<string[]>;
  endLeases: (owner: string) => Promise<void>;
  /** Called when processes have come or gone, or the clock has jumped, so that other work may be due. */
  changed: () => void;
}

const BEAT_MS = 500;
/** A process without a lock is dead after this time without a heartbeat. */
const SILENT_MS = 2500;
/** A process with a lock loses its share of the work after this time without a heartbeat. */
const DEAD_AFTER_MS = 15_000;
const CLOCK_JUMP_MS = 1000;

export function createNode(database: Database, log: Log, options: NodeOptions): Node {
  const id = newId('nod');
  const locks = database.file === undefined ? undefined : createNodeLocks(database.file);
  const state = { processes: 1, members: [] as string[], generation: 0, beatenAt: -Infinity, heldSince: Infinity };
  const clock = { wall: 0, steady: 0 };
  let session: DatabaseSession | undefined;
  let beats: Repetition | undefined;
  let unlock: (() => void) | undefined;

  const isGone = async (other: string): Promise<boolean> => {
    if (isSharedDatabase) return isNodeLost(database, other, SILENT_MS / 1000);
    return locks?.isGone(other) ?? true;
  };
  const isAlive = (): boolean => performance.now() - state.beatenAt < DEAD_AFTER_MS;

  async function beat(own: DatabaseSession): Promise<void> {
    const wasAlive = isAlive();
    // Measured before the query, so that this process never considers itself alive for longer than the others do.
    const began = performance.now();
    const isKept = await holdNode(own, id).catch((error: unknown) => {
      state.heldSince = Infinity;
      throw error;
    });
    if (!isKept) state.heldSince = began;
    const asked = performance.now();
    const { now, nodes } = await readNodes(own);
    if (Number.isFinite(now)) alignSteady(now, asked, performance.now());

    const ids = nodes.filter(({ silentMs }) => silentMs < DEAD_AFTER_MS).map((one) => one.id);
    if (!wasAlive || ids.join() !== state.members.join()) state.generation += 1;
    [state.members, state.beatenAt] = [ids, began];
    // After a gap that may have affected every process, the others get time to return.
    const isSettled = began - state.heldSince >= SILENT_MS;
    const alive = Math.max(1, nodes.filter(({ silentMs }) => silentMs <= SILENT_MS).length);
    const before = state.processes;
    state.processes = isSettled ? alive : Math.max(before, alive);
    const lost = isSettled && alive < nodes.length ? await lostNodes(database, SILENT_MS / 1000) : [];
    for (const one of lost) {
      log.warn({ node: one }, 'a process is gone; what it had leased is free');
      await options.endLeases(one);
      await leaveNode(database, one);
    }
    if (lost.length > 0 || state.processes !== before) options.changed();
  }

  async function countLocks(): Promise<void> {
    const { living, gone } = locks?.look(id) ?? { living: 0, gone: [] };
    for (const one of gone) await options.endLeases(one);
    const hasChanged = gone.length > 0 || living + 1 !== state.processes;
    state.processes = living + 1;
    if (hasChanged) options.changed();
  }

  /** Ends leases of processes that died while no other process was running. */
  async function endLost(): Promise<void> {
    for (const owner of await options.owners()) {
      if (owner !== id && (await isGone(owner))) await options.endLeases(owner);
    }
  }

  function watchClock(): void {
    const before = clock.wall - clock.steady;
    [clock.wall, clock.steady] = [options.now(), performance.now()];
    if (Math.abs(clock.wall - clock.steady - before) >= CLOCK_JUMP_MS) options.changed();
  }

  return {
    id,
    isGone,
    processes: () => state.processes,
    members: () => ({ ids: state.members, generation: state.generation, isAlive: isAlive() }),
    async start() {
      unlock = locks?.take(id);
      const own = database.session();
      session = own;
      const once = own ? () => beat(own) : countLocks;
      const run = async (): Promise<void> => {
        watchClock();
        await once();
      };
      await run();
      await endLost();
      beats = repeat({ name: 'heartbeat of the process', everyMs: BEAT_MS, jitter: 0.1, isUrgent: true, run }, log);
    },
    async stop() {
      await beats?.stop();
      unlock?.();
      unlock = undefined;
      state.members = [];
      // Work that could not finish in time is free for other processes.
      await options.endLeases(id).catch((error: unknown) => log.warn({ err: error }, 'leases not given back'));
      if (session === undefined) return;
      await leaveNode(database, id).catch((error: unknown) => log.warn({ err: error }, 'process not signed off'));
      await session.close();
    },
  };
}
