import { Database as Driver } from 'bun:sqlite';
import { closeSync, existsSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';

const CHUNK_BYTES = 4 * 1024 * 1024;
/** Writers wait only while the small logs are copied. */
const TIMEOUT_MS = 30_000;

interface Copied {
  from: string;
  to: string;
}

/** A reader on each file keeps its log, so large files need no lock; writers wait for the logs and `atThatMoment`. */
export function copyTogether(files: readonly Copied[], atThatMoment?: () => void): void {
  const connections: Driver[] = [];
  // Closing a file releases all locks of the process on it, so files stay open until the connections are closed.
  const handles: number[] = [];
  const begin = (file: string, statements: string[]): void => {
    const driver = new Driver(file, { readwrite: true, create: false });
    connections.push(driver);
    for (const statement of [`pragma busy_timeout = ${TIMEOUT_MS}`, ...statements]) driver.query(statement).values();
  };
  const copy = (from: string, to: string): void => {
    const handle = openSync(from, 'r');
    handles.push(handle);
    copyBytes(handle, to);
  };

  try {
    for (const { from } of files) begin(from, ['begin', 'select count(*) from sqlite_schema']);
    for (const { from, to } of files) copy(from, to);
    for (const { from } of files) begin(from, ['begin immediate']);
    for (const { from, to } of files) if (existsSync(logOf(from))) copy(logOf(from), logOf(to));
    atThatMoment?.();
  } finally {
    for (const connection of connections) connection.close();
    for (const handle of handles) closeSync(handle);
  }
}

/** Throws when SQLite finds the copy damaged. */
export function completeCopy(file: string): void {
  const driver = new Driver(file, { readwrite: true, create: false });
  try {
    driver.query('pragma journal_mode = delete').values();
    const found = [
      ...driver.query('pragma integrity_check').values().flat().map(String),
      ...driver
        .query('pragma foreign_key_check')
        .values()
        .map(([table]) => `a row of ${String(table)} without its parent`),
    ].filter((line) => line !== 'ok');
    if (found.length > 0) throw new Error(`The copy of the database is damaged: ${found.slice(0, 3).join('; ')}.`);
  } finally {
    driver.close();
  }
}

const logOf = (file: string): string => `${file}-wal`;

function copyBytes(from: number, path: string): void {
  const to = openSync(path, 'w', 0o600);
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  try {
    for (let at = 0, read = readSync(from, buffer, 0, CHUNK_BYTES, 0); read > 0;) {
      for (let done = 0; done < read;) done += writeSync(to, buffer, done, read - done, at + done);
      at += read;
      read = readSync(from, buffer, 0, CHUNK_BYTES, at);
    }
    fsyncSync(to);
  } finally {
    closeSync(to);
  }
}
