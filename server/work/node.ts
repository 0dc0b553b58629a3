import { newId } from '../../shared/ids';
import type { Database } from '../db/database';
import type { Log } from '../log';
import { repeat, type Repetition } from '../schedule';
import { createHeartbeat } from './heartbeat';
import { createLockedPresence } from './node-lock';
import type { Members, PresenceOptions } from './presence';

export interface Node {
  readonly id: string;
  /** Immediate on SQLite; takes a few seconds on PostgreSQL. */
  isGone(id: string): Promise<boolean>;
  processes(): number;
  /** Processes that share work, as last read; empty on SQLite, where one process does all work. */
  members(): Members;
  /** Call it before anything is leased. */
  start(): Promise<void>;
  /** Call it after all leases are returned. */
  stop(): Promise<void>;
}

interface NodeOptions extends PresenceOptions {
  /** The clock of the leases, in milliseconds. */
  now: () => number;
  owners: () => Promise<string[]>;
}

const BEAT_MS = { locked: 1000, shared: 500 };
const CLOCK_JUMP_MS = 1000;

export function createNode(database: Database, log: Log, options: NodeOptions): Node {
  const id = newId('nod');
  const [presence, everyMs] = database.isShared
    ? [createHeartbeat(database, log, id, options), BEAT_MS.shared]
    : [createLockedPresence(database.file, id, options), BEAT_MS.locked];
  const clock = { wall: 0, steady: 0 };
  let beats: Repetition | undefined;

  /** For processes that died while no other process was running. */
  async function endLost(): Promise<void> {
    for (const owner of await options.owners()) {
      if (owner !== id && (await presence.isGone(owner))) await options.endLeases(owner);
    }
  }

  function watchClock(): void {
    const before = clock.wall - clock.steady;
    [clock.wall, clock.steady] = [options.now(), performance.now()];
    if (Math.abs(clock.wall - clock.steady - before) >= CLOCK_JUMP_MS) options.changed();
  }

  return {
    id,
    isGone: presence.isGone,
    processes: presence.processes,
    members: presence.members,
    async start() {
      presence.start();
      const run = async (): Promise<void> => {
        watchClock();
        await presence.look();
      };
      await run();
      await endLost();
      beats = repeat({ name: 'heartbeat of the process', everyMs, jitter: 0.1, isUrgent: true, run }, log);
    },
    async stop() {
      await beats?.stop();
      presence.withdraw();
      // Work that could not finish in time is released for other processes.
      await options.endLeases(id).catch((error: unknown) => log.warn({ err: error }, 'leases not released'));
      await presence.leave();
    },
  };
}
