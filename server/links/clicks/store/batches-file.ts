import { Database as Driver, type SQLQueryBindings } from 'bun:sqlite';
import { closeSync, existsSync, fdatasync, fsync, mkdirSync, openSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

const syncData = promisify(fdatasync);
const syncAll = promisify(fsync);

export const BATCHES_FILE = 'journal.db';

export interface StoredBatch {
  no: number;
  /** Id of the row of `click_journal` that may already contain the batch. */
  triedAs: string | undefined;
  sealed: Uint8Array;
}

/** A separate file, since a drain in the main file would block the event loop. */
export interface BatchesFile {
  readonly id: string;
  readonly proof: Uint8Array;
  add(sealed: Uint8Array, at: number, triedAs?: string): void;
  after(no: number, limit: number): StoredBatch[];
  oldestAt(no: number): number | undefined;
  deleteSlice(upTo: number): boolean;
  usedBytes(): number;
  fileBytes(): number;
  sync(): Promise<void>;
  checkpoint(): void;
  shrink(): void;
  isCurrent(): boolean;
  close(): void;
}

const ROWS_PER_DELETE = 64;
const SCHEMA = `
  create table if not exists file (id text not null, proof blob not null);
  create table if not exists batches (
    no integer primary key autoincrement, tried_as text, created_at integer not null, sealed blob not null
  )`;

/** Throws when the disk refuses or the file is damaged. */
export function createBatchesFile(path: string, proof: () => Uint8Array): BatchesFile {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const driver = new Driver(path, { create: true });
  try {
    driver.run('pragma busy_timeout = 5000');
    driver.run('pragma journal_mode = wal');
    createTables(driver, proof);
    return batchesIn(driver, path);
  } catch (error) {
    driver.close();
    throw error;
  }
}

export function openBatchesFile(path: string): BatchesFile {
  const driver = new Driver(path, { readwrite: true, create: false });
  try {
    return batchesIn(driver, path);
  } catch (error) {
    driver.close();
    throw error;
  }
}

const createTables = (driver: Driver, proof: () => Uint8Array): void =>
  driver
    .transaction(() => {
      driver.run(SCHEMA);
      if (driver.query('select 1 from file').values().length === 0) {
        driver.query('insert into file (id, proof) values (?, ?)').run(crypto.randomUUID(), proof());
        driver.run("insert into sqlite_sequence (name, seq) values ('batches', 0)");
      }
      // A power failure may revert counted batches, so numbers that the drain has passed are not reused.
      driver.query("update sqlite_sequence set seq = max(seq, ?) where name = 'batches'").run(Date.now() * 1000);
    })
    .immediate();

function batchesIn(driver: Driver, path: string): BatchesFile {
  driver.run('pragma busy_timeout = 5000');
  // A commit survives the process; `sync` adds power failures without blocking.
  driver.run('pragma synchronous = normal');
  // The drain checkpoints as it reads, so automatic checkpoints are rare.
  driver.run('pragma wal_autocheckpoint = 16000');
  const value = (text: string, ...params: SQLQueryBindings[]): unknown => driver.query(text).values(...params)[0]?.[0];

  const { ino } = statSync(path);
  const log = openSync(`${path}-wal`, 'r+');
  const insert = driver.prepare('insert into batches (tried_as, created_at, sealed) values (?, ?, ?)');
  const remove = driver.prepare(
    `delete from batches where no in (select no from batches where no <= ? order by no limit ${ROWS_PER_DELETE}) returning 1`,
  );
  const select = driver.prepare('select no, tried_as, sealed from batches where no > ? order by no limit ?');
  const pageBytes = Number(value('pragma page_size'));
  const pages = (): number => pageBytes * Number(value('pragma page_count'));
  let isDirectorySynced = false;

  return {
    id: String(value('select id from file')),
    proof: value('select proof from file') as Uint8Array,
    add: (sealed, at, triedAs) => void insert.run(triedAs ?? null, at, sealed),
    after: (no, limit) =>
      select.values(no, limit).map(([number, triedAs, sealed]) => ({
        no: Number(number),
        triedAs: (triedAs ?? undefined) as string | undefined,
        sealed: sealed as Uint8Array,
      })),
    oldestAt: (no) =>
      value('select created_at from batches where no > ? order by no limit 1', no) as number | undefined,
    deleteSlice: (upTo) => remove.values(upTo).length === ROWS_PER_DELETE,
    usedBytes: () => pages() - pageBytes * Number(value('pragma freelist_count')),
    fileBytes: pages,
    async sync() {
      await syncData(log);
      if (!isDirectorySynced) await syncDirectories(path);
      isDirectorySynced = true;
    },
    checkpoint: () => void value('pragma wal_checkpoint(passive)'),
    shrink() {
      driver.run('vacuum');
      value('pragma wal_checkpoint(truncate)');
    },
    isCurrent: () => statSync(path, { throwIfNoEntry: false })?.ino === ino,
    close() {
      for (const statement of [insert, remove, select]) statement.finalize();
      closeSync(log);
      driver.close();
    },
  };
}

export const isDamaged = (error: unknown): boolean =>
  /^SQLITE_(?:CORRUPT|NOTADB)/.test(String((error as { code?: unknown }).code));

export function moveAside(path: string): void {
  const aside = `${path}.unreadable-${Date.now()}`;
  for (const end of ['', '-wal']) if (existsSync(path + end)) renameSync(path + end, aside + end);
}

/** After a power failure a file exists only if its directory was synced. */
async function syncDirectories(path: string): Promise<void> {
  for (const folder of [dirname(path), dirname(dirname(path))]) {
    const handle = openSync(folder, 'r');
    await syncAll(handle).finally(() => closeSync(handle));
  }
}
