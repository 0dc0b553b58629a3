import { newId } from '../shared/ids';
import type { Database, Session } from './db/database';
import { buryNode, holdNode, leaveNode, lostNodes } from './db/unscoped/nodes';
import type { Log } from './log';
import { repeat, type Repetition } from './schedule';

/**
 * This process among those of one PostgreSQL. It beats, and holds a lock that ends with its connection: whoever does
 * neither is gone, and what was leased to it is free within seconds. One that stands still keeps its lock, and so its
 * leases, until these run out. On SQLite files are locked instead, and this is a name alone.
 */
export interface Node {
  /** As it stands on leases. */
  readonly id: string;
  /** Before anything is leased. */
  start(): Promise<void>;
  /** After everything was given back. */
  stop(): Promise<void>;
}

const BEAT_MS = 1000;
/** Of whom nothing was heard for so long, and who holds no lock. */
const SILENT_MS = 4000;

export function createNode(database: Database, log: Log): Node {
  const id = newId('nod');
  let session: Session | undefined;
  let beats: Repetition | undefined;
  let heldSince = Infinity;

  async function beat(own: Session): Promise<void> {
    const began = performance.now();
    const isKept = await holdNode(own, id).catch((error: unknown) => {
      heldSince = Infinity;
      throw error;
    });
    if (!isKept) heldSince = began;
    // After a gap that may have cut off everybody, the others get the time to come back.
    if (began - heldSince < SILENT_MS) return;
    for (const lost of await lostNodes(database, SILENT_MS / 1000)) {
      log.warn({ node: lost }, 'a process is gone; what it had leased is free');
      await buryNode(database, lost);
    }
  }

  return {
    id,
    async start() {
      const own = database.session();
      if (own === undefined) return;
      session = own;
      await beat(own);
      beats = repeat({ name: 'heartbeat of the process', everyMs: BEAT_MS, jitter: 0.1, run: () => beat(own) }, log);
    },
    async stop() {
      await beats?.stop();
      if (session === undefined) return;
      await leaveNode(database, id).catch((error: unknown) => log.warn({ err: error }, 'process not signed off'));
      await session.close();
    },
  };
}
