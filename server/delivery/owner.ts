import { alignSteady } from '../clock';
import type { Database } from '../db/database';
import { engine } from '../db/engine';
import { takeFileLock } from '../db/file-lock';
import { beat, leave } from '../db/unscoped/delivery-nodes';
import { readClock } from '../db/unscoped/delivery-webhooks';
import type { Log } from '../log';
import { repeat, type Repetition } from '../schedule';

const TAKE_OVER_MS = 500;
const BEAT_MS = 5000;
const DEAD_AFTER_MS = 15_000;

/** Which webhooks this process sends to, so that caps, breakers and connections exist once. */
export interface Ownership {
  /** Tries at once, then again and again; `changed` runs each time that what it owns has changed. */
  start(changed: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
  owns(webhookNo: number): boolean;
  /** It may send: it holds the lock, or the others have heard of it lately. Else it may not judge what is lost either. */
  isAlive(): boolean;
  /** It is the only one, so that whatever is leased is its own or lost. */
  readonly isAlone: boolean;
}

export const createOwnership = (database: Database, nodeId: string, log: Log): Ownership =>
  engine === 'postgres' ? sharedOwnership(database, nodeId, log) : soleOwnership(database, log);

/** SQLite: one process sends, the holder of a lock file. Others take over within two seconds of its end. */
function soleOwnership({ file }: Database, log: Log): Ownership {
  let release: (() => void) | undefined;
  let attempts: Repetition | undefined;

  const take = async (changed: () => Promise<void>): Promise<void> => {
    if (release !== undefined) return;
    const taken = file === undefined ? () => {} : takeFileLock(`${file}.dispatcher`);
    if (taken === undefined) return;
    release = taken;
    try {
      await changed();
    } catch (error) {
      taken();
      release = undefined;
      throw error;
    }
  };

  return {
    async start(changed) {
      await take(changed);
      attempts = repeat({ name: 'dispatcher lock', everyMs: TAKE_OVER_MS, run: () => take(changed) }, log);
    },
    async stop() {
      await attempts?.stop();
      release?.();
      release = undefined;
    },
    owns: () => release !== undefined,
    isAlive: () => release !== undefined,
    isAlone: true,
  };
}

/** PostgreSQL: each webhook belongs to one of the living processes. Two owners for a moment are harmless. */
function sharedOwnership(database: Database, nodeId: string, log: Log): Ownership {
  let nodes: string[] = [];
  let beatenAt = -Infinity;
  let beats: Repetition | undefined;
  const isAlive = (): boolean => performance.now() - beatenAt < DEAD_AFTER_MS;

  const beatOnce = async (changed: () => Promise<void>): Promise<void> => {
    await alignToDatabase(database);
    const before = nodes.join();
    const wasDead = !isAlive();
    // From before it was asked: here it is never alive for longer than in the eyes of the others.
    const asked = performance.now();
    nodes = await beat(database, nodeId, DEAD_AFTER_MS / 1000);
    beatenAt = asked;
    if (wasDead || nodes.join() !== before) await changed();
  };

  return {
    async start(changed) {
      await beatOnce(changed);
      beats = repeat({ name: 'dispatcher heartbeat', everyMs: BEAT_MS, run: () => beatOnce(changed) }, log);
    },
    async stop() {
      await beats?.stop();
      nodes = [];
      await leave(database, nodeId).catch((error: unknown) => log.warn({ err: error }, 'node not signed off'));
    },
    owns: (no) => isAlive() && ownerOf(no, nodes) === nodeId,
    isAlive,
    isAlone: false,
  };
}

/** The processes of one database schedule by its clock. */
async function alignToDatabase(database: Database): Promise<void> {
  const asked = performance.now();
  const now = await readClock(database);
  if (now !== undefined) alignSteady(now, asked, performance.now());
}

/** Rendezvous hashing: when a process comes or goes, only its own share moves. */
export function ownerOf(webhookNo: number, nodes: readonly string[]): string | undefined {
  let owner: string | undefined;
  let most = -1n;
  for (const node of nodes) {
    const weight = Bun.hash.xxHash64(`${node} ${webhookNo}`);
    if (weight > most) [owner, most] = [node, weight];
  }
  return owner;
}
