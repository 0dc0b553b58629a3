import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import type { Services } from '../../context';
import { engine } from '../../db/engine';
import { nextTurn, type Repetition, repeat } from '../../schedule';
import { findOpenImports, leaseImport, openImports, workspacesWithImports } from '../system/imports';
import type { ImportRow } from './present';
import { endImport, LEASE_MS, runImport } from './run';
import { importPath } from './service';

/** Works off the files of links, one a workspace at a time. */
export interface ImportWorker {
  /** Something has come: not to wait for the next look. */
  look(): void;
  start(): void;
  stop(): Promise<void>;
}

const LOOK_EVERY_MS = 1_000;
const MAX_RUNNING = 4;
/** Workspaces of one page of a look, and imports of one that are looked at: the files of those before may be elsewhere. */
const PAGE = 200;
const MAX_IMPORTS_CHECKED = 50;
const SWEEP_EVERY_MS = 3_600_000;
/** A file that another node has may come back with it; after that it will not. */
const LOST_AFTER_MS = 86_400_000;
/** The disk or the database may be away for a while; what fails so often fails for good. */
const MAX_FAILURES = 60;

/** `owner`: this process, as it stands on leases. */
export function createImportWorker(services: () => Services, owner: string): ImportWorker {
  const ending = new AbortController();
  const running = new Map<string, Promise<void>>();
  const failures = new Map<string, number>();
  let repetitions: Repetition[] = [];
  let looking = Promise.resolve();
  let startedAt = -Infinity;
  const isFull = (): boolean => ending.signal.aborted || running.size >= MAX_RUNNING;

  /** Up to when leases are over: on SQLite, which has one process, those from before the start too. */
  function freeBefore(): Date {
    const now = services().now().getTime();
    return new Date(engine === 'sqlite' ? Math.max(now, startedAt + LEASE_MS - 1) : now);
  }

  /** Begins the oldest import of each workspace that has none in work; of those whose file is here. */
  async function lookOnce(): Promise<void> {
    for (let after = ''; !isFull();) {
      const page = await workspacesWithImports(services().store, after, PAGE);
      for (const { id, isActive } of page) {
        if (isFull()) return;
        if (isActive && !running.has(id)) await lookAt(id);
      }
      const last = page.at(-1);
      if (page.length < PAGE || last === undefined) return;
      after = last.id;
      await nextTurn();
    }
  }

  async function lookAt(workspaceId: string): Promise<void> {
    const { store, config, now } = services();
    for (const { id, createdAt } of await openImports(store, workspaceId, MAX_IMPORTS_CHECKED)) {
      const exists = await Bun.file(importPath(config, id)).exists();
      if (!exists && now().getTime() - createdAt.getTime() < LOST_AFTER_MS) continue;

      const lease = { owner, free: freeBefore(), until: new Date(now().getTime() + LEASE_MS) };
      const row = await leaseImport(store, { id, workspaceId }, lease);
      if (!row) continue;
      const work = exists
        ? runImport(services(), row, owner, ending.signal)
        : endImport(services(), row, owner, { status: 'failed', error: FILE_LOST });
      running.set(workspaceId, settle(row, work));
      return;
    }
  }

  async function settle(row: ImportRow, work: Promise<void>): Promise<void> {
    try {
      await work;
      failures.delete(row.id);
      running.delete(row.workspaceId);
      // The workspace may have another one.
      worker.look();
    } catch (error) {
      await failed(row, error);
      running.delete(row.workspaceId);
    }
  }

  async function failed({ id, workspaceId }: ImportRow, error: unknown): Promise<void> {
    const { log, store, now } = services();
    const times = (failures.get(id) ?? 0) + 1;
    failures.set(id, times);
    log.error({ err: error, import: id, times }, 'import failed');
    if (times < MAX_FAILURES || ending.signal.aborted) return;
    failures.delete(id);
    const row = await leaseImport(store, { id, workspaceId }, { owner, free: now(), until: now() });
    if (row) await endImport(services(), row, owner, { status: 'failed', error: GAVE_UP });
  }

  /** One after the other: two at once would begin the same import twice. */
  const lookAgain = (): Promise<void> => (looking = looking.catch(() => undefined).then(lookOnce));

  const worker: ImportWorker = {
    look() {
      if (ending.signal.aborted || repetitions.length === 0) return;
      lookAgain().catch((error: unknown) => services().log.error({ err: error }, 'looking for imports failed'));
    },
    start() {
      const { log, now } = services();
      startedAt = now().getTime();
      const look = { name: 'link imports', everyMs: LOOK_EVERY_MS, run: lookAgain };
      const sweep = { name: 'files of imports', everyMs: SWEEP_EVERY_MS, run: () => sweepFiles(services()) };
      repetitions = [repeat(look, log), repeat(sweep, log)];
    },
    async stop() {
      ending.abort();
      await Promise.all(repetitions.map((repetition) => repetition.stop()));
      await looking.catch(() => undefined);
      await Promise.all(running.values());
    },
  };
  return worker;
}

/** Deletes files that no open import has: of a crash between two steps, and of imports that ended elsewhere. */
async function sweepFiles({ config, store, now }: Services): Promise<void> {
  const names = await readdir(config.importFolder).catch(() => []);
  const open = await findOpenImports(
    store,
    names.map((name) => name.replace(/\.part$/, '')),
  );
  for (const name of names) {
    const path = join(config.importFolder, name);
    const isOld = now().getTime() - (await stat(path)).mtimeMs > SWEEP_EVERY_MS;
    if (isOld && !open.has(name)) await rm(path, { force: true });
  }
}

const FILE_LOST = { line: 0, code: 'file_lost', field: null, message: 'The file is gone; import it again.' };
const GAVE_UP = { line: 0, code: 'internal_error', field: null, message: 'Something failed on our side.' };
