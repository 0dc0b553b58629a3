import { Database as Driver, type SQLQueryBindings } from 'bun:sqlite';
import { closeSync, existsSync, fdatasync, fsync, mkdirSync, openSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

const syncData = promisify(fdatasync);
const syncAll = promisify(fsync);

/** The file of batches in the folder of a service’s clicks. */
export const BATCHES_FILE = 'journal.db';

/** A sealed batch of clicks, with its number in the order of commits. */
export interface StoredBatch {
  no: number;
  /** Row of `click_journal` that it was perhaps committed as. */
  triedAs: string | undefined;
  sealed: Uint8Array;
}

/**
 * Batches of clicks that are safe and not counted yet, in a SQLite file of their own: a drain in the same file would
 * keep the event loop waiting for its lock. All processes of one place share it.
 */
export interface BatchesFile {
  /** Names the file among the positions of the drain. */
  readonly id: string;
  /** What the file was made with, to tell whether the secret key still opens it. */
  readonly proof: Uint8Array;
  add(sealed: Uint8Array, at: number, triedAs?: string): void;
  /** At most `limit` batches behind a number. */
  after(no: number, limit: number): StoredBatch[];
  /** When the oldest batch behind a number came, in milliseconds since 1970. */
  oldestAt(no: number): number | undefined;
  /** Deletes some batches up to a number; returns whether there are more. */
  deleteSome(upTo: number): boolean;
  /** Bytes of the pages in use. */
  usedBytes(): number;
  /** With the pages that wait to be used again. */
  fileBytes(): number;
  /** Resolves when all that is committed survives a power cut. */
  sync(): Promise<void>;
  /** Moves what is committed from the log to the file, so that the writer has less to move. */
  checkpoint(): void;
  /** Gives the disk back what the file no longer uses. */
  shrink(): void;
  /** Whether the path still names this file. */
  isCurrent(): boolean;
  close(): void;
}

const DELETED = 64;
const SCHEMA = `
  create table if not exists file (id text not null, proof blob not null);
  create table if not exists batches (
    no integer primary key autoincrement, tried_as text, created_at integer not null, sealed blob not null
  )`;

/** Opens the file, or makes it with `proof`. Throws when the disk refuses, or the file is damaged. */
export function makeBatchesFile(path: string, proof: () => Uint8Array): BatchesFile {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const driver = new Driver(path, { create: true });
  try {
    driver.run('pragma busy_timeout = 5000');
    driver.run('pragma journal_mode = wal');
    makeTables(driver, proof);
    return batchesIn(driver, path);
  } catch (error) {
    driver.close();
    throw error;
  }
}

/** Opens the file that another connection has made. */
export function openBatchesFile(path: string): BatchesFile {
  const driver = new Driver(path, { readwrite: true, create: false });
  try {
    return batchesIn(driver, path);
  } catch (error) {
    driver.close();
    throw error;
  }
}

const makeTables = (driver: Driver, proof: () => Uint8Array): void =>
  driver
    .transaction(() => {
      driver.run(SCHEMA);
      if (driver.query('select 1 from file').values().length === 0) {
        driver.query('insert into file (id, proof) values (?, ?)').run(crypto.randomUUID(), proof());
        driver.run("insert into sqlite_sequence (name, seq) values ('batches', 0)");
      }
      // A power cut may take back batches that are counted; a number that the drain has passed is not given again.
      driver.query("update sqlite_sequence set seq = max(seq, ?) where name = 'batches'").run(Date.now() * 1000);
    })
    .immediate();

function batchesIn(driver: Driver, path: string): BatchesFile {
  driver.run('pragma busy_timeout = 5000');
  // A commit survives the end of the process; `sync` is for power cuts, and keeps no thread waiting.
  driver.run('pragma synchronous = normal');
  // The drain moves the log to the file as it reads: what is left for the writer, in its thread, is little and seldom.
  driver.run('pragma wal_autocheckpoint = 16000');
  const value = (text: string, ...params: SQLQueryBindings[]): unknown => driver.query(text).values(...params)[0]?.[0];

  const { ino } = statSync(path);
  const log = openSync(`${path}-wal`, 'r+');
  const insert = driver.prepare('insert into batches (tried_as, created_at, sealed) values (?, ?, ?)');
  const remove = driver.prepare(
    `delete from batches where no in (select no from batches where no <= ? order by no limit ${DELETED}) returning 1`,
  );
  const select = driver.prepare('select no, tried_as, sealed from batches where no > ? order by no limit ?');
  const pageBytes = Number(value('pragma page_size'));
  const pages = (): number => pageBytes * Number(value('pragma page_count'));
  let isNamed = false;

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
    deleteSome: (upTo) => remove.values(upTo).length === DELETED,
    usedBytes: () => pages() - pageBytes * Number(value('pragma freelist_count')),
    fileBytes: pages,
    async sync() {
      await syncData(log);
      if (!isNamed) await syncNames(path);
      isNamed = true;
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

/** The bytes are not those that SQLite wrote. */
export const isDamage = (error: unknown): boolean =>
  /^SQLITE_(?:CORRUPT|NOTADB)/.test(String((error as { code?: unknown }).code));

/** Puts a file that is damaged, or of somebody else, out of the way; nothing is deleted. */
export function moveAside(path: string): void {
  const aside = `${path}.unreadable-${Date.now()}`;
  for (const end of ['', '-wal']) if (existsSync(path + end)) renameSync(path + end, aside + end);
}

/** A file is found after a power cut only if its name is on the disk too. */
async function syncNames(path: string): Promise<void> {
  for (const folder of [dirname(path), dirname(dirname(path))]) {
    const handle = openSync(folder, 'r');
    await syncAll(handle).finally(() => closeSync(handle));
  }
}
