import { alignSteady } from '../../../clock';
import type { Database } from '../../../db/database';
import { engine } from '../../../db/engine';
import { takeFileLock } from '../../../db/file-lock';
import type { Log } from '../../../log';
import { repeat, type Repetition } from '../../../schedule';
import { purgeNodes } from '../../../work/system/nodes';
import { beat, leave, livingNodes } from '../../system/nodes';

const TAKE_OVER_MS = 500;
/** Another process is gone within seconds once its row is. */
const BEAT_MS = 1000;
const SETTLE_MS = 100;
const PURGE_MS = 3_600_000;
const DEAD_AFTER_MS = 15_000;

/** Which webhooks this process sends to, so that caps, breakers and connections exist once. */
export interface Ownership {
  /** Tries at once, then again and again; `changed` runs after each change of what it owns, and never holds up the start. */
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
  let isSettled = false;
  let attempts: Repetition | undefined;

  const take = (): void => {
    release ??= file === undefined ? () => {} : takeFileLock(`${file}.dispatcher`);
  };
  const letGo = (): void => {
    release?.();
    release = undefined;
    isSettled = false;
  };

  return {
    async start(changed) {
      const attempt = async (): Promise<void> => {
        take();
        if (release === undefined || isSettled) return;
        try {
          await changed();
          isSettled = true;
        } catch (error) {
          letGo();
          throw error;
        }
      };
      // What it finds is looked after meanwhile: a start does not wait for it.
      take();
      attempts = repeat({ name: 'dispatcher lock', everyMs: TAKE_OVER_MS, firstMs: 0, run: attempt }, log);
    },
    async stop() {
      await attempts?.stop();
      letGo();
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
  const changes = { seen: 0, settled: 0 };
  let repetitions: Repetition[] = [];
  const isAlive = (): boolean => performance.now() - beatenAt < DEAD_AFTER_MS;

  const beatOnce = async (): Promise<void> => {
    const before = nodes.join();
    const wasDead = !isAlive();
    // From before it was asked: here it is never alive for longer than in the eyes of the others.
    const began = performance.now();
    await beat(database, nodeId);
    const asked = performance.now();
    const { ids, now } = await livingNodes(database, DEAD_AFTER_MS / 1000);
    // The processes of one database schedule by its clock.
    if (Number.isFinite(now)) alignSteady(now, asked, performance.now());
    nodes = ids;
    beatenAt = began;
    if (wasDead || nodes.join() !== before) changes.seen += 1;
  };

  return {
    async start(changed) {
      /** A heartbeat never waits for it. */
      const settle = async (): Promise<void> => {
        const { seen } = changes;
        if (changes.settled === seen) return;
        await changed();
        changes.settled = seen;
      };
      await beatOnce();
      repetitions = [
        repeat({ name: 'dispatcher heartbeat', everyMs: BEAT_MS, isUrgent: true, run: beatOnce }, log),
        repeat({ name: 'dispatcher share', everyMs: SETTLE_MS, firstMs: 0, run: settle }, log),
        repeat({ name: 'dead processes', everyMs: PURGE_MS, jitter: 0.2, run: () => purgeNodes(database) }, log),
      ];
    },
    async stop() {
      await Promise.all(repetitions.map((one) => one.stop()));
      nodes = [];
      await leave(database, nodeId).catch((error: unknown) => log.warn({ err: error }, 'node not signed off'));
    },
    owns: (no) => isAlive() && ownerOf(no, nodes) === nodeId,
    isAlive,
    isAlone: false,
  };
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
