import { spyOn } from 'bun:test';

import { asc, inArray } from 'drizzle-orm';

import { type Database, queries, type Store } from '../../server/db/database';
import { SqliteConnection } from '../../server/db/sqlite/connection';
import { workspaces } from '../../server/db/workspaces';
import { newId } from '../../shared/ids';

export const rowOf = (id: string, name = '0') => {
  const now = new Date();
  return { id, name, rateLimit: { requests: 1, window_seconds: 1 }, createdAt: now, updatedAt: now };
};

export async function insertRow(store: Store, id = newId('ws'), name = '0'): Promise<string> {
  await queries(store).insert(workspaces).values(rowOf(id, name));
  return id;
}

/** Which of these rows are there. */
export async function typingIn(store: Store, ids: string[]): Promise<string[]> {
  const found = queries(store).select().from(workspaces).where(inArray(workspaces.id, ids));
  return (await found.orderBy(asc(workspaces.id))).map((row) => row.id);
}

export const outcomes = async (work: Promise<unknown>[]): Promise<unknown[]> =>
  (await Promise.allSettled(work)).map((one) => (one.status === 'fulfilled' ? 'kept' : one.reason));

/** What a test has put in the place of something; `restoreSpies` takes it back. */
const spies: { mockRestore(): void }[] = [];

export function restoreSpies(): void {
  for (const spy of spies.splice(0)) spy.mockRestore();
}

/** Whether each commit since waited for the disk. */
export function watchDisk(database: Database): boolean[] {
  const waits: boolean[] = [];
  const run = spyOn(SqliteConnection.prototype, 'run');
  const stop = database.onCommit(() => {
    const writer: unknown = run.mock.contexts.at(-1);
    if (writer instanceof SqliteConnection)
      waits.push(writer.driver.query('pragma synchronous').values()[0]?.[0] === 2);
  });
  spies.push(run, { mockRestore: stop }, spyOn(performance, 'now').mockReturnValue(performance.now()));
  return waits;
}

/**
 * Lets no group grow old, however slow the machine; returns how many commits there were since to this file. Servers of
 * the same process write to others.
 */
export function watchCommits(file: string): () => number {
  const run = spyOn(SqliteConnection.prototype, 'run');
  spies.push(run, spyOn(performance, 'now').mockReturnValue(performance.now()));
  const isHere = (connection: unknown) => connection instanceof SqliteConnection && connection.driver.filename === file;
  return () => run.mock.calls.filter(([sql], index) => sql === 'commit' && isHere(run.mock.contexts[index])).length;
}
