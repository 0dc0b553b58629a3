import { describe, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { queries, type Store } from '../../server/db/database';
import { engine } from '../../server/db/engine';
import { workspaces } from '../../server/db/workspaces';
import { newId } from '../../shared/ids';
import { database } from '../support/app';
import { lasting } from '../support/waiting';

/** A row with a number to count with; the name holds it. */
async function insertRow(store: Store, name = '0'): Promise<string> {
  const id = newId('ws');
  const now = new Date();
  await queries(store)
    .insert(workspaces)
    .values({ id, name, rateLimit: { requests: 1, window_seconds: 1 }, createdAt: now, updatedAt: now });
  return id;
}

async function nameOf(id: string, store: Store = database): Promise<string | undefined> {
  const [row] = await queries(store).select().from(workspaces).where(eq(workspaces.id, id));
  return row?.name;
}

async function rename(store: Store, id: string, name: string): Promise<void> {
  await queries(store).update(workspaces).set({ name }).where(eq(workspaces.id, id));
}

const fails = (work: Promise<unknown>): Promise<unknown> => work.then(() => undefined).catch((error: unknown) => error);

describe('a transaction', () => {
  test('keeps all that it wrote, over every pause', async () => {
    const ids = await database.transaction(async (tx) => {
      const first = await insertRow(tx);
      await lasting(1);
      return [first, await insertRow(tx)];
    });
    expect(await Promise.all(ids.map((id) => nameOf(id)))).toEqual(['0', '0']);
  });

  test('takes back all that it wrote when it throws, and throws on', async () => {
    let id = '';
    const error = await fails(
      database.transaction(async (tx) => {
        id = await insertRow(tx);
        await lasting(1);
        expect(await nameOf(id, tx)).toBe('0');
        throw new Error('Not after all.');
      }),
    );
    expect(error).toEqual(new Error('Not after all.'));
    expect(await nameOf(id)).toBeUndefined();
    // The next one is none the worse for it.
    expect(await nameOf(await database.transaction((tx) => insertRow(tx)))).toBe('0');
  });

  test('takes back all that it wrote when the database refuses a statement', async () => {
    const taken = await insertRow(database);
    let id = '';
    const error = await fails(
      database.transaction(async (tx) => {
        id = await insertRow(tx);
        const now = new Date();
        await queries(tx)
          .insert(workspaces)
          .values({
            id: taken,
            name: 'x',
            rateLimit: { requests: 1, window_seconds: 1 },
            createdAt: now,
            updatedAt: now,
          });
      }),
    );
    expect(error).toBeInstanceOf(Error);
    expect(await nameOf(id)).toBeUndefined();
  });

  test('is not seen by others before its end', async () => {
    const id = await insertRow(database);
    const [written, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const work = database.transaction(async (tx) => {
      await rename(tx, id, '1');
      written.resolve();
      await release.promise;
    });
    await written.promise;
    expect(await nameOf(id)).toBe('0');
    release.resolve();
    await work;
    expect(await nameOf(id)).toBe('1');
  });

  test('within another is part of it', async () => {
    let [outer, inner] = ['', ''];
    const seen: string[] = [];
    await fails(
      database.transaction(async (tx) => {
        outer = await insertRow(tx);
        await tx.transaction(async (nested) => {
          inner = await insertRow(nested);
          nested.afterCommit(() => seen.push('inner'));
        });
        expect(await nameOf(inner, tx)).toBe('0');
        expect(seen).toEqual([]);
        throw new Error('Both or neither.');
      }),
    );
    expect([await nameOf(outer), await nameOf(inner), seen]).toEqual([undefined, undefined, []]);
  });

  test('is one after the other with every other: no change is lost', async () => {
    const id = await insertRow(database);
    const add = () =>
      database.transaction(async (tx) => {
        const query = queries(tx).select().from(workspaces).where(eq(workspaces.id, id));
        const [row] = await (engine === 'postgres' ? query.for('update') : query);
        await lasting(1);
        await rename(tx, id, String(Number(row?.name) + 1));
      });
    await Promise.all(Array.from({ length: 30 }, add));
    expect(await nameOf(id)).toBe('30');
  });

  test('refuses to go on after its end', async () => {
    let kept: Store | undefined;
    const id = await database.transaction(async (tx) => {
      kept = tx;
      return insertRow(tx);
    });
    expect(await fails(nameOf(id, kept))).toBeInstanceOf(Error);
    expect(await fails(rename(kept ?? database, id, 'late'))).toBeInstanceOf(Error);
    expect(await nameOf(id)).toBe('0');

    await fails(
      database.transaction(async (tx) => {
        kept = tx;
        throw new Error('Rolled back.');
      }),
    );
    expect(await fails(nameOf(id, kept))).toBeInstanceOf(Error);
  });

  // PostgreSQL has a connection for each; there a query past the transaction is merely not part of it.
  test.if(engine === 'sqlite')('on SQLite refuses whatever would wait for its own end', async () => {
    const id = await insertRow(database);
    const refusals: ((tx: Store) => Promise<unknown>)[] = [
      () => nameOf(id),
      () => rename(database, id, 'past'),
      () => database.transaction(() => Promise.resolve()),
      (tx) => tx.transaction(() => nameOf(id)),
    ];
    for (const refusal of refusals) {
      const error = await fails(database.transaction((tx) => refusal(tx)));
      expect(String((error as Error).cause ?? error)).toMatch(
        /Inside a transaction, (query|open another) through `tx`\./,
      );
    }
    // Work that a transaction started, and that comes after its end, is free again.
    let after: Promise<string | undefined> | undefined;
    const ended = Promise.withResolvers<void>();
    await database.transaction(async () => {
      after = ended.promise.then(() => nameOf(id));
    });
    ended.resolve();
    expect(await after).toBe('0');
  });
});

describe('what is to follow a commit', () => {
  test('runs after it, in order, before the caller continues', async () => {
    const seen: string[] = [];
    const id = await database.transaction(async (tx) => {
      tx.afterCommit(() => seen.push('first'));
      tx.afterCommit(() => seen.push('second'));
      const row = await insertRow(tx);
      expect(seen).toEqual([]);
      return row;
    });
    expect(seen).toEqual(['first', 'second']);
    expect(await nameOf(id)).toBe('0');
  });

  test('sees the change in the database', async () => {
    let seen: Promise<string | undefined> | undefined;
    await database.transaction(async (tx) => {
      const id = await insertRow(tx, 'there');
      tx.afterCommit(() => (seen = nameOf(id)));
    });
    expect(await seen).toBe('there');
  });

  test('never comes when the transaction fails', async () => {
    let called = false;
    await fails(
      database.transaction(async (tx) => {
        tx.afterCommit(() => (called = true));
        await insertRow(tx);
        throw new Error('Rolled back.');
      }),
    );
    expect(called).toBe(false);
  });

  test('comes at once outside a transaction', () => {
    let called = false;
    database.afterCommit(() => (called = true));
    expect(called).toBe(true);
  });

  test('does not undo the commit when it throws', async () => {
    let id = '';
    const error = await fails(
      database.transaction(async (tx) => {
        id = await insertRow(tx);
        tx.afterCommit(() => {
          throw new Error('Nobody listens.');
        });
      }),
    );
    expect(error).toEqual(new Error('Nobody listens.'));
    expect(await nameOf(id)).toBe('0');
    expect(await nameOf(await database.transaction((tx) => insertRow(tx)))).toBe('0');
  });
});
