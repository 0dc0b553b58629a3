import { Database as Driver } from 'bun:sqlite';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';

import { eq, inArray } from 'drizzle-orm';

import { members, workspaceCounter } from '../../server/access/schema/workspaces';
import { queries, runStatement, type Store } from '../../server/db/database';
import { engine } from '../../server/db/engine';
import { isDataFault, Unavailable } from '../../server/db/faults';
import { workspaces } from '../../server/db/workspaces';
import { takeSequences } from '../../server/events/system/events';
import { createLog } from '../../server/log';
import { toApiError } from '../../server/trpc/failure';
import { newId } from '../../shared/ids';
import { freshDatabase } from '../support/app';
import { insertRow, keptIn, outcomes, restoreSpies, watchCommits } from '../support/commits';
import { startWriters } from '../support/writers';

const fresh = await freshDatabase();
afterAll(() => fresh.close());
const { database, url } = fresh;
// The first takes so long that a group would end before the others come.
beforeAll(() => insertRow(database));

/** Which of these rows others see. */
const kept = (ids: string[], store: Store = database): Promise<string[]> => keptIn(store, ids);
afterEach(restoreSpies);

describe.if(engine === 'sqlite')('transactions that are committed together', () => {
  test.each(['first', 'second', 'last'])('do not hear of the %s, which throws', async (which) => {
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

  test('do not hear of one that the database refuses', async () => {
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

  test('are told of a refusal once what it was for is seen by all', async () => {
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

  test('hold up nobody who only reads, however the statement begins', async () => {
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

  test('fail together when SQLite takes back all of them, and the one that goes on writes nothing', async () => {
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

  test('are committed when the first caller hears of it, and all that follows comes first, in their order', async () => {
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

  test('by 64 writers, a fifth of which fail, are numbered without gap and seen by whoever was answered', async () => {
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
          const { last } = await takeSequences(tx, workspaceId, 1);
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
    const place = await freshDatabase();
    const writers = startWriters(place.url);
    await writers.acknowledged(500);
    const acknowledged = await writers.kill();
    expect(acknowledged.length).toBeGreaterThanOrEqual(500);

    const after = new Driver(place.url);
    const stored = new Set(after.query('select name from workspaces').values().flat());
    expect(acknowledged.filter((name) => !stored.has(name))).toEqual([]);
    expect(after.query('pragma integrity_check').values()).toEqual([['ok']]);
    after.close();
    await place.close();
  }, 60_000);
});

describe.if(engine === 'sqlite')('a transaction that awaits something else', () => {
  test('does not keep the others of its group waiting, and goes on where it stood', async () => {
    const [early, slow, late] = [newId('ws'), newId('ws'), newId('ws')];
    const first = database.transaction((tx) => insertRow(tx, early));
    const second = database.transaction(async (tx) => {
      await insertRow(tx, slow);
      // It waits for another’s commit, which must not wait for it.
      await first;
      expect(await kept([early, slow], tx)).toEqual([early, slow].toSorted());
      await queries(tx).update(workspaces).set({ name: 'late' }).where(eq(workspaces.id, slow));
    });
    const third = insertRow(database, late);
    await first;
    expect(await kept([early, slow, late])).toEqual([early]);
    await Promise.all([second, third]);
    const rows = await queries(database)
      .select()
      .from(workspaces)
      .where(inArray(workspaces.id, [early, slow, late]));
    expect(rows.map((row) => row.name).toSorted()).toEqual(['0', '0', 'late']);
  });

  test('takes back all that it wrote when it throws then', async () => {
    const [early, slow] = [newId('ws'), newId('ws')];
    const first = database.transaction((tx) => insertRow(tx, early));
    const second = database.transaction(async (tx) => {
      await insertRow(tx, slow);
      await first;
      throw new Error('Not after all.');
    });
    expect(await outcomes([first, second])).toEqual(['kept', new Error('Not after all.')]);
    expect(await kept([early, slow])).toEqual([early]);
  });

  test('fails when another process has changed meanwhile what it read', async () => {
    const row = await insertRow(database);
    const elsewhere = new Driver(url);
    const first = database.transaction(async (tx) => {
      await insertRow(tx);
      tx.afterCommit(() => elsewhere.run('update workspaces set name = ? where id = ?', ['other', row]));
    });
    const second = database.transaction(async (tx) => {
      const [read] = await queries(tx).select().from(workspaces).where(eq(workspaces.id, row));
      await first;
      await queries(tx)
        .update(workspaces)
        .set({ name: `${read?.name} and more` })
        .where(eq(workspaces.id, row));
    });
    const [, error] = await outcomes([first, second]);
    expect(error).toBeInstanceOf(Unavailable);
    const [now] = await queries(database).select().from(workspaces).where(eq(workspaces.id, row));
    expect(now?.name).toBe('other');
    elsewhere.close();
    expect(await kept([await insertRow(database)])).toHaveLength(1);
  });
});
