import { Database as Driver } from 'bun:sqlite';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';

import { eq, inArray } from 'drizzle-orm';

import { members } from '../../server/access/schema/workspaces';
import { queries, runStatement, type Store } from '../../server/db/database';
import { engine } from '../../server/db/engine';
import { isDataFault, Unavailable } from '../../server/db/faults';
import { GroupCommit } from '../../server/db/group-commit';
import { SqliteConnection } from '../../server/db/sqlite/connection';
import type { Job } from '../../server/db/sqlite/job';
import { workspaces } from '../../server/db/workspaces';
import { reserveSequences } from '../../server/events/queries/events';
import { workspaceCounter } from '../../server/events/schema';
import { createLog } from '../../server/log';
import { toApiError } from '../../server/trpc/failure';
import { newId } from '../../shared/ids';
import { freshDatabase } from '../support/app';
import { lasting } from '../support/waiting';
import { insertRow, typingIn, outcomes, restoreSpies, watchCommits, watchDisk } from './commits';
import { startWriters } from './writers';

const fresh = await freshDatabase();
afterAll(() => fresh.close());
const { database, url } = fresh;
// The first takes so long that a group would end before the others come.
beforeAll(() => insertRow(database));

/** Which of these rows others see. */
const kept = (ids: string[], store: Store = database): Promise<string[]> => typingIn(store, ids);
afterEach(restoreSpies);

describe.if(engine === 'sqlite')('transactions that are committed together', () => {
  test.each(['first', 'second', 'last'])('are not affected by the %s, which throws', async (which) => {
    const bad = ['first', 'second', 'last'].indexOf(which);
    const ids = [newId('ws'), newId('ws'), newId('ws')];
    const commits = watchCommits(url);
    const seen = await outcomes(
      ids.map((id, index) =>
        database.transaction(async (tx) => {
          await insertRow(tx, id);
          if (index === bad) throw new Error('Not after all.');
        }),
      ),
    );
    const good = ids.filter((_, index) => index !== bad);
    expect(seen).toEqual(ids.map((_, index) => (index === bad ? new Error('Not after all.') : 'kept')));
    expect(commits()).toBe(1);
    expect(await kept(ids)).toEqual(good.toSorted());
  });

  test('wait for the disk unless a power cut may undo all of them', async () => {
    const relaxed = () => database.transaction((tx) => insertRow(tx), { isRelaxed: true });
    const durable = () => database.transaction((tx) => insertRow(tx));
    const fails = () => database.transaction(() => Promise.reject(new Error('Not after all.')), { isRelaxed: true });
    const waits = watchDisk(database);
    const commitsOf = async (work: Promise<unknown>[]) => {
      waits.length = 0;
      await Promise.allSettled(work);
      return [...waits];
    };
    expect(await commitsOf([durable()])).toEqual([true]);
    expect(await commitsOf([relaxed()])).toEqual([false]);
    expect(await commitsOf([relaxed(), relaxed()])).toEqual([false]);
    expect(await commitsOf([durable(), relaxed()])).toEqual([true]);
    expect(await commitsOf([relaxed(), durable()])).toEqual([false, true]);
    expect(await commitsOf([fails(), durable()])).toEqual([true]);
  });

  test('are not affected by one that the database refuses', async () => {
    const taken = await insertRow(database);
    const ids = [newId('ws'), newId('ws'), newId('ws')];
    const commits = watchCommits(url);
    const [first, refused, last] = await outcomes([
      database.transaction((tx) => insertRow(tx, ids[0])),
      database.transaction(async (tx) => {
        await insertRow(tx, ids[1]);
        await insertRow(tx, taken);
      }),
      insertRow(database, ids[2]),
    ]);
    expect([first, last]).toEqual(['kept', 'kept']);
    expect(isDataFault(refused)).toBe(true);
    expect(commits()).toBe(1);
    expect(await kept(ids)).toEqual([ids[0], ids[2]] as string[]);
  });

  test('learn of a refusal once its cause is visible to all', async () => {
    const [first, second] = [newId('ws'), newId('ws')];
    watchCommits(url);
    const seen: string[][] = [];
    const [, refused] = await outcomes([
      database.transaction((tx) => insertRow(tx, first)),
      database
        .transaction(async (tx) => {
          await insertRow(tx, second);
          if ((await kept([first], tx)).length > 0) throw new Error('It is there.');
        })
        .finally(async () => seen.push(await kept([first, second]))),
    ]);
    expect([refused, seen]).toEqual([new Error('It is there.'), [[first]]]);
  });

  test('fail together when the commit fails: none is kept, and nothing follows', async () => {
    const hooks: string[] = [];
    const ids = [newId('ws'), newId('ws'), newId('ws')];
    watchCommits(url);
    const seen = await outcomes(
      ids.map((id, index) =>
        database.transaction(async (tx) => {
          tx.afterCommit(() => hooks.push(id));
          await insertRow(tx, id);
          if (index !== 1) return;
          // The row without its parent is noticed at the commit.
          await runStatement(tx, 'pragma defer_foreign_keys = on', []);
          const orphan = { id: newId('mem'), workspaceId: id, userId: 'usr_nobody', role: 'owner' as const };
          await queries(tx)
            .insert(members)
            .values({ ...orphan, createdAt: new Date() });
        }),
      ),
    );
    for (const error of seen) {
      expect(error).toBeInstanceOf(Unavailable);
      // Trying again is right, also for whoever writes in batches.
      expect(isDataFault(error)).toBe(false);
      const shown = toApiError(error, { log: createLog('silent'), requestId: 'req_test' });
      expect([shown.status, shown.code]).toEqual([503, 'unavailable']);
    }
    expect([hooks, await kept(ids)]).toEqual([[], []]);
    expect(await kept([await insertRow(database)])).toHaveLength(1);
  });

  test('do not delay readers, however the statement begins', async () => {
    const id = await insertRow(database);
    const other = newId('ws');
    const named = `with named as (select id from workspaces where id in ($1, $2)) select id from named`;
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const open = database.transaction(async (tx) => {
      await insertRow(tx, other);
      begun.resolve();
      await gate.promise;
    });
    await begun.promise;
    expect(await runStatement(database, named, [id, other])).toEqual([[id]]);
    gate.resolve();
    await open;

    const writing = `with named as (select $1 as id) update workspaces set name = 'Named' where id in (select id from named) returning name`;
    expect(await runStatement(database, writing, [id])).toEqual([['Named']]);
    expect(await runStatement(database, named, [id, other])).toHaveLength(2);
  });

  test('fail together when SQLite rolls all of them back, and one that continues writes nothing', async () => {
    const hooks: string[] = [];
    const ids = Array.from({ length: 4 }, () => newId('ws'));
    const [[pages]] = (await runStatement(database, 'pragma page_count', [])) as [[number]];
    await runStatement(database, `pragma max_page_count = ${pages + 20}`, []);
    watchCommits(url);
    const seen = await outcomes(
      ids.map((id, index) =>
        database.transaction(async (tx) => {
          tx.afterCommit(() => hooks.push(id));
          if (index === 2) await insertRow(tx, newId('ws'), 'x'.repeat(1_000_000)).catch(() => {});
          await insertRow(tx, id).catch((error: unknown) => index === 2 || Promise.reject(error));
        }),
      ),
    );
    expect(seen.map((one) => one instanceof Unavailable)).toEqual([true, true, true, false]);
    expect([hooks, await kept(ids)]).toEqual([[ids[3]], [ids[3]]] as string[][]);
    await runStatement(database, 'pragma max_page_count = 1000000', []);
    expect(await kept([await insertRow(database, newId('ws'), 'x'.repeat(1_000_000))])).toHaveLength(1);
  });

  test('are committed before the first caller continues, and their follow-ups run first, in order', async () => {
    const ids = Array.from({ length: 5 }, () => newId('ws'));
    const order: string[] = [];
    const reads: Promise<string[]>[] = [];
    const commits = watchCommits(url);
    await Promise.all(
      ids.map(async (id, index) => {
        await database.transaction(async (tx) => {
          tx.afterCommit(() => order.push(`hook ${index}`));
          tx.afterCommit(() => void reads.push(kept(ids)));
          await insertRow(tx, id);
          order.push(`work ${index}`);
        });
        order.push(`caller ${index}`);
        expect(await kept([id])).toEqual([id]);
      }),
    );
    const each = (what: string) => ids.map((_, index) => `${what} ${index}`);
    expect(order).toEqual([...each('work'), ...each('hook'), ...each('caller')]);
    for (const read of reads) expect(await read).toEqual(ids.toSorted());
    expect(commits()).toBe(1);
  });

  test('one whose hook throws keeps the others from nothing', async () => {
    const ids = [newId('ws'), newId('ws')];
    const seen = await outcomes(
      ids.map((id, index) =>
        database.transaction(async (tx) => {
          await insertRow(tx, id);
          tx.afterCommit(() => {
            if (index === 0) throw new Error('Nobody listens.');
          });
        }),
      ),
    );
    expect(seen).toEqual([new Error('Nobody listens.'), 'kept']);
    expect(await kept(ids)).toEqual(ids.toSorted());
  });

  test('by 64 writers, a fifth of which fail, are numbered without gaps and visible to each answered writer', async () => {
    const workspaceId = await insertRow(database);
    const commits = watchCommits(url);
    const numbers: number[] = [];
    const latest = async () =>
      (await queries(database).select().from(workspaceCounter).where(eq(workspaceCounter.workspaceId, workspaceId)))[0]
        ?.lastSequence ?? 0;
    const writer = async (_: unknown, index: number) => {
      for (let turn = 0; turn < 20; turn += 1) {
        const isBad = (index + turn) % 5 === 0;
        const taken = database.transaction(async (tx) => {
          const { last } = await reserveSequences(tx, workspaceId, 1);
          if (isBad) throw new Error('Not after all.');
          return last;
        });
        const number = await taken.catch(() => undefined);
        expect(number === undefined).toBe(isBad);
        if (number === undefined) continue;
        numbers.push(number);
        expect(await latest()).toBeGreaterThanOrEqual(number);
      }
    };
    await Promise.all(Array.from({ length: 64 }, writer));
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 64 * 16 }, (_, index) => index + 1));
    expect(commits()).toBeLessThan(100);
  });

  test('lose nothing that was acknowledged to a kill -9', async () => {
    const testDatabase = await freshDatabase();
    const writers = startWriters(testDatabase.url);
    await writers.acknowledged(500);
    const acknowledged = await writers.kill();
    expect(acknowledged.length).toBeGreaterThanOrEqual(500);

    const after = new Driver(testDatabase.url);
    const stored = new Set(after.query('select name from workspaces').values().flat());
    expect(acknowledged.filter((name) => !stored.has(name))).toEqual([]);
    expect(after.query('pragma integrity_check').values()).toEqual([['ok']]);
    after.close();
    await testDatabase.close();
  });
});

describe.if(engine === 'sqlite')('a transaction that awaits something else', () => {
  test('is committed with its group', async () => {
    const ids = [newId('ws'), newId('ws'), newId('ws')];
    const commits = watchCommits(url);
    const first = insertRow(database, ids[0]);
    const second = database.transaction(async (tx) => {
      await insertRow(tx, ids[1]);
      await lasting(10);
      await queries(tx)
        .update(workspaces)
        .set({ name: 'late' })
        .where(eq(workspaces.id, ids[1] ?? ''));
    });
    const third = insertRow(database, ids[2]);
    expect(await outcomes([first, second, third])).toEqual(['kept', 'kept', 'kept']);
    expect(commits()).toBeLessThanOrEqual(2);
    const rows = await queries(database).select().from(workspaces).where(inArray(workspaces.id, ids));
    expect(rows.map((row) => row.name).toSorted()).toEqual(['0', '0', 'late']);
  });

  test('is ended after a while if it waits for its own group, and the others are kept', async () => {
    const testDatabase = await freshDatabase();
    const writer = new SqliteConnection(testDatabase.url);
    writer.run('create table notes (name text)');
    const group = new GroupCommit(writer, { statement() {}, commit() {} }, 50);
    const insert = (job: { query: Job['query'] }, name: string) => job.query('insert into notes values (?)', [name]);
    const first = group.transaction((job) => insert(job, 'early'));
    const stuck = group.transaction(async (job) => {
      await insert(job, 'stuck');
      await first;
      await insert(job, 'afterwards');
    });
    const third = group.transaction((job) => insert(job, 'late'));
    const results = await Promise.allSettled([first, stuck, third]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(results[1]).toMatchObject({
      reason: {
        name: 'Unavailable',
        message: expect.stringMatching(/^The transaction took too long: .*statements\.$/),
      },
    });
    await group.alone(() => {});
    expect(writer.run('select name from notes order by name').flat()).toEqual(['early', 'late']);
    writer.close();
    await testDatabase.close();
  });
});
