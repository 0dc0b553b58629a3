import { expect, test } from 'bun:test';

import { runStatement } from '../../server/db/database';
import { engine } from '../../server/db/engine';
import { open } from '../../server/db/sqlite/sqlite';
import { isOutage } from '../../server/outage';
import { database, freshDatabase } from '../support/app';
import { lasting, staysSo } from '../support/waiting';
import { insertRow } from './commits';

const failureOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);
const named = (caller: string) => ({
  name: 'Unavailable',
  message: expect.stringMatching(new RegExp(`too long.* Opened by ${caller} .*long-transactions.test.ts`)),
});

test.skipIf(engine === 'postgres')(
  'SQLite ends a transaction that takes too long, names who opened it, and does not repeat it',
  async () => {
    const place = await freshDatabase();
    const short = open(place.url, 50);
    let begun = 0;
    async function waitsForever(): Promise<void> {
      await short.transaction(async (tx) => {
        begun += 1;
        await insertRow(tx);
        await new Promise(() => {});
      });
    }
    expect(await failureOf(waitsForever())).toMatchObject(named('waitsForever'));
    await insertRow(short);
    expect(begun).toBe(1);
    await short.close();
    await place.close();
  },
);

test.skipIf(engine === 'sqlite')(
  'PostgreSQL ends a transaction that awaits something else, and the error names who opened it',
  async () => {
    let begun = 0;
    async function waitsLong(): Promise<void> {
      await database.transaction(async (tx) => {
        begun += 1;
        await runStatement(tx, `select set_config('idle_in_transaction_session_timeout', '50', true)`, []);
        await lasting(500);
        await insertRow(tx);
      });
    }
    const error = await failureOf(waitsLong());
    expect(error).toMatchObject(named('waitsLong'));
    expect([isOutage(error), begun]).toEqual([true, 1]);
  },
);

/** The pool replaces connections whose statements have had no answer for ten seconds. */
const WATCHED_MS = 14_000;

test.skipIf(engine === 'sqlite')(
  'what such a transaction still sends does not make the pool replace its connections',
  async () => {
    const ended = database.transaction(async (tx) => {
      await runStatement(tx, `select set_config('idle_in_transaction_session_timeout', '50', true)`, []);
      await lasting(500);
      await insertRow(tx);
    });
    expect(isOutage(await failureOf(ended))).toBe(true);

    let failed = 0;
    const over = new AbortController();
    const reading = (async () => {
      while (!over.signal.aborted) {
        await runStatement(database, 'select 1', []).catch(() => void (failed += 1));
        await lasting(5);
      }
    })();
    await staysSo(() => failed, WATCHED_MS);
    over.abort();
    await reading;
  },
);
