import { alignSteady } from '../clock';
import type { Database, DatabaseSession } from '../db/database';
import type { Log } from '../log';
import type { Presence, PresenceOptions } from './presence';
import { lockNode, isNodeLost, leaveNode, lostNodes, readNodes } from './system/nodes';

/** Without heartbeats for this time, a process without a lock is dead. */
const SILENT_MS = 2500;
/** Without heartbeats for this time, a process with a lock loses its share of the work. */
const DEAD_AFTER_MS = 15_000;

/** Leases end with the lock of the process’s connection. A suspended process keeps both until the leases expire. */
export function createHeartbeat(database: Database, log: Log, id: string, options: PresenceOptions): Presence {
  const state = { processes: 1, members: [] as string[], generation: 0, beatenAt: -Infinity, heldSince: Infinity };
  let session: DatabaseSession | undefined;
  const isAlive = (): boolean => performance.now() - state.beatenAt < DEAD_AFTER_MS;

  async function beat(own: DatabaseSession): Promise<void> {
    const wasAlive = isAlive();
    // Measured before the query, so that this process never considers itself alive for longer than the others do.
    const began = performance.now();
    const isKept = await lockNode(own, id).catch((error: unknown) => {
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

  return {
    start: () => void (session = database.session()),
    look: async () => session && beat(session),
    isGone: (other) => isNodeLost(database, other, SILENT_MS / 1000),
    processes: () => state.processes,
    members: () => ({ ids: state.members, generation: state.generation, isAlive: isAlive() }),
    withdraw: () => void (state.members = []),
    async leave() {
      if (session === undefined) return;
      await leaveNode(database, id).catch((error: unknown) => log.warn({ err: error }, 'process not unregistered'));
      await session.close();
    },
  };
}
