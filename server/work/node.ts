import { newId } from '../../shared/ids';
import { alignSteady } from '../clock';
import type { Database, Session } from '../db/database';
import { engine } from '../db/engine';
import type { Log } from '../log';
import { repeat, type Repetition } from '../schedule';
import { createNodeLocks } from './node-lock';
import { holdNode, isNodeLost, leaveNode, lostNodes, readNodes } from './system/nodes';

/**
 * This process among those of one database. On PostgreSQL it beats, and holds a lock that ends with its connection: when
 * it does neither it is gone, and what was leased to it is free within seconds. One that stands still keeps its lock,
 * and so its leases, until these run out. On SQLite each process locks a file of its own instead.
 */
export interface Node {
  /** As it stands on leases. */
  readonly id: string;
  /** Whether another process has ended: at once on SQLite, on PostgreSQL within a few seconds. */
  isGone(id: string): Promise<boolean>;
  /** Processes that live, this one among them, as last read: they share every rate limit. */
  processes(): number;
  /** Those that share work, as last read; on SQLite none, since one process has all of it. */
  members(): Members;
  /** Before anything is leased. */
  start(): Promise<void>;
  /** After everything was given back. */
  stop(): Promise<void>;
}

export interface Members {
  ids: readonly string[];
  /** Changes with the ids, and after a gap in which others may have taken this process for dead. */
  generation: number;
  /** The others still take this process for alive. */
  isAlive: boolean;
}

interface NodeOptions {
  /** The clock of leases, in milliseconds. */
  now: () => number;
  /** Processes that have leases. */
  owners: () => Promise<string[]>;
  /** Ends what is leased to a process that is gone. */
  endLeases: (owner: string) => Promise<void>;
  /** Other processes have come or gone, or the clock has jumped: what is due may be another. */
  changed: () => void;
}

const BEAT_MS = 500;
/** Of whom nothing was heard for so long, and who holds no lock. */
const SILENT_MS = 2500;
/** One that stands still leaves its share to the others after so long. */
const DEAD_AFTER_MS = 15_000;
const CLOCK_JUMP_MS = 1000;

export function createNode(database: Database, log: Log, options: NodeOptions): Node {
  const id = newId('nod');
  const locks = database.file === undefined ? undefined : createNodeLocks(database.file);
  const state = { processes: 1, members: [] as string[], generation: 0, beatenAt: -Infinity, heldSince: Infinity };
  const clock = { wall: 0, steady: 0 };
  let session: Session | undefined;
  let beats: Repetition | undefined;
  let unlock: (() => void) | undefined;

  const isGone = async (other: string): Promise<boolean> => {
    if (engine === 'postgres') return isNodeLost(database, other, SILENT_MS / 1000);
    return locks?.isGone(other) ?? true;
  };
  const isAlive = (): boolean => performance.now() - state.beatenAt < DEAD_AFTER_MS;

  /** Writes that this process lives, and reads who else does. */
  async function beat(own: Session): Promise<void> {
    const wasAlive = isAlive();
    // From before it was asked: here it is never alive for longer than in the eyes of the others.
    const began = performance.now();
    const isKept = await holdNode(own, id).catch((error: unknown) => {
      state.heldSince = Infinity;
      throw error;
    });
    if (!isKept) state.heldSince = began;
    const asked = performance.now();
    const { now, nodes } = await readNodes(own);
    // The processes of one database schedule by its clock.
    if (Number.isFinite(now)) alignSteady(now, asked, performance.now());

    const ids = nodes.filter(({ silentMs }) => silentMs < DEAD_AFTER_MS).map((one) => one.id);
    if (!wasAlive || ids.join() !== state.members.join()) state.generation += 1;
    [state.members, state.beatenAt] = [ids, began];
    // After a gap that may have cut off everybody, the others get the time to come back.
    const isSettled = began - state.heldSince >= SILENT_MS;
    const heard = Math.max(1, nodes.filter(({ silentMs }) => silentMs <= SILENT_MS).length);
    const before = state.processes;
    state.processes = isSettled ? heard : Math.max(before, heard);
    const lost = isSettled && heard < nodes.length ? await lostNodes(database, SILENT_MS / 1000) : [];
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

  /** Leases of processes that ended while nobody was there to see it. */
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
      // What could not be finished in time; whoever comes next need not wait for it.
      await options.endLeases(id).catch((error: unknown) => log.warn({ err: error }, 'leases not given back'));
      if (session === undefined) return;
      await leaveNode(database, id).catch((error: unknown) => log.warn({ err: error }, 'process not signed off'));
      await session.close();
    },
  };
}
