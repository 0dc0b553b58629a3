import { afterAll, afterEach, describe, expect, test } from 'bun:test';
import { AsyncLocalStorage } from 'node:async_hooks';

import type { Store } from '../../server/db/database';
import { engine } from '../../server/db/engine';
import { openDatabase } from '../../server/db/open';
import { newId } from '../../shared/ids';
import { freshDatabase } from '../support/app';
import { insertRow, typingIn, outcomes, restoreSpies, watchCommits } from './commits';

const fresh = await freshDatabase();
afterAll(() => fresh.close());
const { database, url } = fresh;

/** Which of these rows others see. */
const kept = (ids: string[], store: Store = database): Promise<string[]> => typingIn(store, ids);
afterEach(restoreSpies);

describe.if(engine === 'sqlite')('the queue of transactions', () => {
  test('runs work and what follows it in the asynchronous context of its caller', async () => {
    const caller = new AsyncLocalStorage<number>();
    const seen: unknown[] = [];
    watchCommits(url);
    await Promise.all(
      [1, 2, 3].map((number) =>
        caller.run(number, () =>
          database.transaction(async (tx) => {
            seen.push(['work', number, caller.getStore()]);
            tx.afterCommit(() => seen.push(['hook', number, caller.getStore()]));
          }),
        ),
      ),
    );
    const each = (what: string) => [1, 2, 3].map((at) => [what, at, at]);
    expect(seen).toEqual([...each('work'), ...each('hook')]);
  });

  test('serves a database in memory', async () => {
    const memory = await openDatabase(':memory:');
    await memory.migrate();
    const ids = await Promise.all(Array.from({ length: 10 }, () => memory.transaction((tx) => insertRow(tx))));
    expect(await kept(ids, memory)).toEqual(ids.toSorted());
    await memory.close();
  });

  test('is worked off before the database closes, and refuses what comes later', async () => {
    const store = await openDatabase(url);
    const ids = Array.from({ length: 10 }, () => newId('ws'));
    const work = ids.map((id) => store.transaction((tx) => insertRow(tx, id)));
    const closing = store.close();
    const late = store.transaction((tx) => insertRow(tx));
    expect(await outcomes([...work, closing])).toEqual([...ids.map(() => 'kept'), 'kept']);
    expect((await outcomes([late]))[0]).toBeInstanceOf(Error);
    expect(await kept(ids)).toEqual(ids.toSorted());
  });
});
