import { newId } from '../shared/ids';
import type { Database, Session } from './db/database';
import { engine } from './db/engine';
import { buryNode, countNodes, holdNode, isNodeLost, leaveNode, lostNodes } from './db/unscoped/nodes';
import type { Log } from './log';
import { createNodeLocks } from './node-lock';
import { repeat, type Repetition } from './schedule';

/**
 * This process among those of one PostgreSQL. It beats, and holds a lock that ends with its connection: whoever does
 * neither is gone, and what was leased to it is free within seconds. One that stands still keeps its lock, and so its
 * leases, until these run out. On SQLite each process locks a file of its own instead.
 */
export interface Node {
  /** As it stands on leases. */
  readonly id: string;
  /** Whether another process has ended: at once on SQLite, on PostgreSQL within a few seconds. */
  isGone(id: string): Promise<boolean>;
  /** Processes that live, this one among them, as it last heard: they share every rate limit. */
  processes(): number;
  /** Before anything is leased. */
  start(): Promise<void>;
  /** After everything was given back. */
  stop(): Promise<void>;
}

const BEAT_MS = 500;
/** Of whom nothing was heard for so long, and who holds no lock. */
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
    // After a gap that may have cut off everybody, the others get the time to come back.
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
