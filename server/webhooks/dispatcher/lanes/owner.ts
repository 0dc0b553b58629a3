import type { Database } from '../../../db/database';
import type { Log } from '../../../log';
import { repeat, type Repetition } from '../../../schedule';
import type { Node } from '../../../work/node';

const ACQUIRE_EVERY_MS = 500;
const CHECK_MEMBERS_EVERY_MS = 100;

type NodeMembership = Pick<Node, 'id' | 'members'>;

/** Each webhook has one sending process, so that limits, breakers and connections exist once. */
export interface Ownership {
  /** Tries at once, then repeatedly, without delaying the start; `changed` runs after each change of ownership. */
  start(changed: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
  owns(webhookNo: number): boolean;
  /** Has the lock, or a recent heartbeat. Otherwise it must not recover leases either. */
  isAlive(): boolean;
}

export const createLaneOwnership = (database: Database, node: NodeMembership, log: Log): Ownership =>
  database.isShared ? sharedOwnership(node, log) : soleOwnership(database, log);

/** SQLite: the holder of a lock file sends. Others take over within two seconds of its end. */
function soleOwnership(database: Database, log: Log): Ownership {
  let release: (() => void) | undefined;
  let isSettled = false;
  let attempts: Repetition | undefined;

  const acquire = (): void => {
    release ??= database.takeLock('dispatcher');
  };
  const unlock = (): void => {
    release?.();
    release = undefined;
    isSettled = false;
  };

  return {
    async start(changed) {
      const attempt = async (): Promise<void> => {
        acquire();
        if (release === undefined || isSettled) return;
        try {
          await changed();
          isSettled = true;
        } catch (error) {
          unlock();
          throw error;
        }
      };
      acquire();
      const task = { name: 'dispatcher lock', everyMs: ACQUIRE_EVERY_MS, firstMs: 0, isIdle: () => isSettled };
      attempts = repeat({ ...task, run: attempt }, log);
    },
    async stop() {
      await attempts?.stop();
      unlock();
    },
    owns: () => release !== undefined,
    isAlive: () => release !== undefined,
  };
}

/** PostgreSQL: each webhook belongs to one live process. Two owners for a moment are harmless. */
function sharedOwnership(node: NodeMembership, log: Log): Ownership {
  let settled: number | undefined;
  let isStopped = false;
  let shares: Repetition | undefined;

  return {
    async start(changed) {
      [isStopped, settled] = [false, undefined];
      const settle = async (): Promise<void> => {
        const { generation } = node.members();
        if (settled === generation) return;
        await changed();
        settled = generation;
      };
      shares = repeat({ name: 'dispatcher share', everyMs: CHECK_MEMBERS_EVERY_MS, firstMs: 0, run: settle }, log);
    },
    async stop() {
      await shares?.stop();
      isStopped = true;
    },
    owns(no) {
      const { ids, isAlive } = node.members();
      return isAlive && !isStopped && ownerOf(no, ids) === node.id;
    },
    isAlive: () => node.members().isAlive,
  };
}

/** Rendezvous hashing: when a process starts or ends, only its own share moves. */
export function ownerOf(webhookNo: number, nodes: readonly string[]): string | undefined {
  let owner: string | undefined;
  let highest = -1n;
  for (const node of nodes) {
    const weight = Bun.hash.xxHash64(`${node} ${webhookNo}`);
    if (weight > highest) [owner, highest] = [node, weight];
  }
  return owner;
}
