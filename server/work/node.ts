import { newId } from '../../shared/ids';
import type { Database, Session } from '../db/database';
import { engine } from '../db/engine';
import type { Log } from '../log';
import { repeat, type Repetition } from '../schedule';
import { createNodeLocks } from './node-lock';
import { buryNode, countNodes, holdNode, isNodeLost, leaveNode, lostNodes } from './system/nodes';

/**
 * This process among those of one PostgreSQL. It has a heartbeat and a lock on a connection: without both, its leases
 * are released within seconds; with the lock alone, they expire. On SQLite each process locks a file.
 */
export interface Node {
  /** As it stands on leases. */
  readonly id: string;
  /** Whether another process has ended: at once on SQLite, on PostgreSQL within a few seconds. */
  isGone(id: string): Promise<boolean>;
  /** Processes that live, this one among them, as it last heard: they share every rate limit. */
  processes(): number;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const BEAT_MS = 500;
/** Silence after which a process without its lock has ended. */
const SILENT_MS = 2500;

export function createNode(database: Database, log: Log): Node {
  const id = newId('nod');
  let session: Session | undefined;
  let beats: Repetition | undefined;
  let heldSince = Infinity;
  const locks = database.file === undefined ? undefined : createNodeLocks(database.file);
  let unlock: (() => void) | undefined;
  let processes = 1;

  async function beat(own: Session): Promise<void> {
    const began = performance.now();
    const isKept = await holdNode(own, id).catch((error: unknown) => {
      heldSince = Infinity;
      throw error;
    });
    if (!isKept) heldSince = began;
    const heard = Math.max(1, await countNodes(own, SILENT_MS / 1000));
    // After an outage that affected all, the other processes get time to return.
    const isSettled = began - heldSince >= SILENT_MS;
    processes = isSettled ? heard : Math.max(processes, heard);
    if (!isSettled) return;
    for (const lost of await lostNodes(database, SILENT_MS / 1000)) {
      log.warn({ node: lost }, 'a process is gone; what it had leased is free');
      await buryNode(database, lost);
    }
  }

  async function countLocks(): Promise<void> {
    processes = 1 + (locks?.countOthers(id) ?? 0);
  }

  return {
    id,
    isGone: async (other) => {
      if (engine === 'postgres') return isNodeLost(database, other, SILENT_MS / 1000);
      return locks?.isGone(other) ?? true;
    },
    processes: () => processes,
    async start() {
      unlock = locks?.take(id);
      const own = database.session();
      session = own;
      const run = own ? () => beat(own) : countLocks;
      await run();
      beats = repeat({ name: 'heartbeat of the process', everyMs: BEAT_MS, jitter: 0.1, isUrgent: true, run }, log);
    },
    async stop() {
      await beats?.stop();
      unlock?.();
      unlock = undefined;
      if (session === undefined) return;
      await leaveNode(database, id).catch((error: unknown) => log.warn({ err: error }, 'process not signed off'));
      await session.close();
    },
  };
}
