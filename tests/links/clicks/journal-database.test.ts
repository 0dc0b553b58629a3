import { expect, test } from 'bun:test';

import { queries, runStatement } from '../../../server/db/database';
import { engine } from '../../../server/db/engine';
import { openDatabase } from '../../../server/db/open';
import { uuidText } from '../../../server/db/uuid';
import { createBatchOpener } from '../../../server/links/clicks/journal/sealed-batches';
import { createJournalRows, type JournalRows } from '../../../server/links/clicks/store/journal-rows';
import { clickJournal } from '../../../server/links/schema/links';
import { openWire } from '../../faults/proxy';
import { freshDatabase } from '../../support/app';
import { until } from '../../support/process';
import { clickOf, idsOf, openJournal, readAll, SECRET_KEY } from './journal-support';

// SQLite has no `click_journal` to write to: its journal is always in files.
const postgres = test.skipIf(engine === 'sqlite');

async function freshRows() {
  const fresh = await freshDatabase();
  const opener = createBatchOpener(SECRET_KEY);
  return {
    ...fresh,
    rows: createJournalRows(fresh.database),
    /** Ids of the clicks that stand in rows, a list for each row. */
    async kept(): Promise<string[][]> {
      const found = await queries(fresh.database).select().from(clickJournal).orderBy(clickJournal.id);
      return found.map(({ sealed }) => idsOf(opener.open(Buffer.from(sealed, 'base64')) ?? []));
    },
    /** Makes clicks of all rows, as the drain does, in one transaction. */
    drain: () =>
      fresh.database.transaction(async (tx) => {
        const found = await queries(tx).select().from(clickJournal);
        await queries(tx).delete(clickJournal);
        for (const click of found.flatMap(({ sealed }) => opener.open(Buffer.from(sealed, 'base64')) ?? [])) {
          await runStatement(
            tx,
            `insert into link_clicks (id, workspace_id, domain_id, link_id, created_at, is_unique, trigger, destination_hash)
             values ($1, $2, $3, $4, $5, true, 'link', 0)`,
            [
              ...[click.id, click.workspaceId, click.domainId, click.linkId].map(uuidText),
              new Date(click.at).toISOString(),
            ],
          );
        }
      }),
    drained: async () => Number((await runStatement(fresh.database, 'select count(*) from link_clicks', []))[0]?.[0]),
    [Symbol.asyncDispose]: () => fresh.close(),
  };
}

const some = (count: number) => Array.from({ length: count }, (_, number) => clickOf(number));

postgres('a batch is one row, committed before it is acknowledged, and nothing is stored on the node', async () => {
  await using place = await freshRows();
  await using open = openJournal({ rows: place.rows, kind: 'database' });
  await open.journal.start();
  const clicks = some(20);
  expect(await Promise.all(clicks.map((click) => open.journal.record(click)))).toEqual(clicks.map(() => true));
  expect(await place.kept()).toEqual([idsOf(clicks)]);
  expect([open.journal.backlog().bytes, readAll(open.root).clicks.length]).toEqual([0, 0]);
});

postgres('at most two commits are under way; what comes meanwhile shares the next', async () => {
  await using place = await freshRows();
  const state = { running: 0, most: 0 };
  const rows: JournalRows = {
    ...place.rows,
    async insert(row) {
      state.running += 1;
      state.most = Math.max(state.most, state.running);
      await place.rows.insert(row);
      state.running -= 1;
    },
  };
  await using open = openJournal({ rows, kind: 'database' });
  const clicks = some(60);
  const recorded: Promise<boolean>[] = [];
  for (const click of clicks) {
    recorded.push(open.journal.record(click));
    await new Promise((resolve) => void setImmediate(resolve));
  }
  expect((await Promise.all(recorded)).every(Boolean)).toBe(true);
  const kept = await place.kept();
  expect(state.most).toBe(2);
  expect(kept.length).toBeLessThan(60);
  expect(kept.flat().toSorted()).toEqual(idsOf(clicks).toSorted());
});

for (const way of ['cut', 'stall'] as const) {
  const mend = way === 'cut' ? 'mend' : 'resume';
  postgres(
    `while the database is away (${way}) clicks are kept locally; it gets each once when it returns`,
    async () => {
      await using place = await freshRows();
      await using wire = await openWire(place.url);
      const far = await openDatabase(wire.url);
      await using open = openJournal({ rows: createJournalRows(far), kind: 'database' });
      await open.journal.start();
      const before = some(5);
      for (const click of before) expect(await open.journal.record(click)).toBe(true);

      wire[way]();
      const during = some(40);
      for (const click of during) expect(await open.journal.record(click)).toBe(true);
      expect(readAll(open.root).clicks.length).toBe(40);
      expect(open.journal.backlog().bytes).toBeGreaterThan(10_000);

      await wire[mend]();
      await until(() => open.journal.backlog().bytes === 0);
      const after = some(5);
      for (const click of after) expect(await open.journal.record(click)).toBe(true);
      await until(() => open.journal.backlog().bytes === 0);
      const kept = (await place.kept()).flat();
      expect(kept.toSorted()).toEqual(idsOf([...before, ...during, ...after]).toSorted());
      await open.journal.stop();
      await far.close();
    },
  );
}

/** Commits, and then says that it failed, as a connection that breaks before the answer. */
const unanswered = (rows: JournalRows, state: { isBroken: boolean }): JournalRows => ({
  ...rows,
  async insert(row) {
    await rows.insert(row);
    if (state.isBroken) throw new Error('The connection is gone.');
  },
  moveBatches: async (...all) => {
    if (state.isBroken) throw new Error('The connection is gone.');
    return await rows.moveBatches(...all);
  },
});

postgres('a commit without an answer is not made twice, whether its row still waits or is drained', async () => {
  for (const isDrained of [false, true]) {
    await using place = await freshRows();
    const state = { isBroken: true };
    await using open = openJournal({ rows: unanswered(place.rows, state), kind: 'database' });
    await open.journal.start();
    const [tried, local] = [clickOf(1), clickOf(2)];
    expect(await open.journal.record(tried)).toBe(true);
    expect(await open.journal.record(local)).toBe(true);
    expect(readAll(open.root).clicks).toEqual([tried, local]);
    if (isDrained) await place.drain();

    state.isBroken = false;
    await until(() => open.journal.backlog().bytes === 0);
    expect((await place.kept()).flat()).toEqual(isDrained ? [local.id] : [tried.id, local.id]);
    await place.drain();
    expect(await place.drained()).toBe(2);
  }
});

postgres('a commit that arrives after its batch was taken over and drained writes nothing', async () => {
  await using place = await freshRows();
  const late: (() => Promise<void>)[] = [];
  const state = { isBroken: true };
  const rows: JournalRows = {
    ...unanswered(place.rows, state),
    insert: (row) => {
      if (!state.isBroken) return place.rows.insert(row);
      late.push(() => place.rows.insert(row));
      return Promise.reject(new Error('The connection is gone.'));
    },
  };
  await using open = openJournal({ rows, kind: 'database' });
  await open.journal.start();
  await open.journal.record(clickOf(1));
  state.isBroken = false;
  await until(() => open.journal.backlog().bytes === 0);
  await place.drain();
  expect(late).toHaveLength(1);
  await late[0]?.();
  expect(await place.kept()).toEqual([]);
  expect(await place.drained()).toBe(1);

  const next = clickOf(2);
  expect(await open.journal.record(next)).toBe(true);
  expect(await place.kept()).toEqual([[next.id]]);
});

postgres('with CLICK_JOURNAL=file clicks are safe in the file, and go to the database from there', async () => {
  await using place = await freshRows();
  await using open = openJournal({ rows: place.rows });
  const clicks = some(300);
  for (const click of clicks) await open.journal.record(click);
  expect(await place.kept()).toEqual([]);
  expect(readAll(open.root).clicks).toHaveLength(300);
  await open.journal.start();
  await until(() => open.journal.backlog().bytes === 0);
  const kept = await place.kept();
  expect(kept.flat()).toEqual(idsOf(clicks));
  expect(kept.length).toBeLessThan(10);
});

postgres('clicks left by a dead process are taken over once by one of several processes, and deleted', async () => {
  await using place = await freshRows();
  await using dead = openJournal();
  const clicks = some(500);
  for (const click of clicks) await dead.journal.record(click);
  await dead.journal.stop();
  expect(readAll(dead.root).clicks).toHaveLength(500);

  const heirs = Array.from({ length: 3 }, () => openJournal({ rows: place.rows, folder: dead.root }));
  await Promise.all(heirs.map(({ journal }) => journal.start()));
  await until(() => readAll(dead.root).clicks.length === 0);
  await Promise.all(heirs.map(({ journal }) => journal.stop()));
  expect((await place.kept()).flat().toSorted()).toEqual(idsOf(clicks).toSorted());
});

test('a row that was changed, or sealed with another key, does not open', async () => {
  const sealed: string[] = [];
  const rows: JournalRows = {
    insert: async (row) => void sealed.push(row.sealed),
    position: async () => 0,
    moveBatches: async () => true,
  };
  await using open = openJournal({ rows, kind: 'database' });
  const click = clickOf(1);
  await open.journal.record(click);
  const [row = ''] = sealed;
  const opened = (text: string, key = SECRET_KEY) => createBatchOpener(key).open(Buffer.from(text, 'base64'));
  expect(opened(row)).toEqual([click]);
  expect(opened(row.replace(/.(?=.{40}$)/, (letter) => (letter === 'A' ? 'B' : 'A')))).toBeUndefined();
  expect(opened('AAAA')).toBeUndefined();
  expect(opened(row, new Uint8Array(32).fill(8))).toBeUndefined();
});

postgres('clicks read from a local file are taken over once', async () => {
  await using place = await freshRows();
  const batches = [{ id: 'clicks_1', wasTried: false, clicks: [clickOf(1)], sealed: 'AAAA' }];
  expect(await place.rows.moveBatches('file', 0, 5, batches)).toBe(true);
  expect(await place.rows.moveBatches('file', 0, 5, batches)).toBe(false);
  await place.drain();
  expect(await place.rows.moveBatches('file', 0, 9, batches)).toBe(false);
  expect([await place.kept(), await place.rows.position('file')]).toEqual([[], 5]);
});
