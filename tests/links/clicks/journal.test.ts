import { expect, setSystemTime, test } from 'bun:test';
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { MAX_CHARACTERS } from '../../../server/links/clicks/journal/sealed-batches';
import { until } from '../../support/until';
import { clickOf, idsOf, openJournal, readAll, readFrom, temporaryFolder } from './journal-support';

test('recorded clicks are read in order and unchanged', async () => {
  await using setup = openJournal();
  const clicks = [
    clickOf(1),
    clickOf(2, { country: 'DE', targetKey: 'de', used: true, interest: 5, tagIds: [] }),
    clickOf(3, { userAgent: '“quoted” \u{1f600} \u0000', query: 'a=1&b=,[]"' }),
  ];
  expect(await Promise.all(clicks.map((click) => setup.journal.record(click)))).toEqual([true, true, true]);
  expect(readAll(setup.root)).toMatchObject({ clicks, badBatches: 0 });
});

test('clicks of one turn are one batch, written before any of them is acknowledged', async () => {
  await using setup = openJournal();
  const recorded = Array.from({ length: 40 }, (_, number) => setup.journal.record(clickOf(number)));
  expect(setup.journal.backlog()).toEqual({ bytes: 0, oldestAt: null });
  await recorded[0];
  expect(readAll(setup.root).clicks).toHaveLength(40);
  expect(await setup.figure('click_flush_size_count')).toBe(1);
  expect(await setup.figure('click_flush_size_sum')).toBe(40);
});

test('neither address nor user agent can be read from the files', async () => {
  await using setup = openJournal();
  await setup.journal.record(clickOf(9, { address: '198.51.100.77', userAgent: 'SecretAgent/7' }));
  for (const entry of readdirSync(setup.root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = readFileSync(join(entry.parentPath, entry.name));
    expect([bytes.includes('198.51.100.77'), bytes.includes('SecretAgent')]).toEqual([false, false]);
    expect(bytes.includes(Buffer.from([198, 51, 100, 77]))).toBe(false);
  }
  expect(readAll(setup.root).clicks).toHaveLength(1);
});

test('10,000 clicks with 8 KB of headers in one turn are split into batches that can be read', async () => {
  await using setup = openJournal();
  const wide = 'é'.repeat(2000);
  const clicks = Array.from({ length: 10_000 }, (_, number) =>
    clickOf(number, { userAgent: wide, referrer: wide, query: 'q'.repeat(2000), language: '日'.repeat(2000) }),
  );
  const kept = await Promise.all(clicks.map((click) => setup.journal.record(click)));
  expect(kept.every(Boolean)).toBe(true);
  expect(await setup.figure('click_flush_size_count')).toBeGreaterThan(500);
  const read = readAll(setup.root);
  expect(read.badBatches).toBe(0);
  expect(Bun.deepEquals(read.clicks, clicks)).toBe(true);
});

test('a click that fits in no batch is dropped and counted', async () => {
  await using setup = openJournal();
  expect(await setup.journal.record(clickOf(1, { destination: 'x'.repeat(300_000) }))).toBe(false);
  expect(await setup.figure('clicks_dropped_total')).toBe(1);
  expect(setup.journal.isDropping()).toBe(true);
});

test('clicks of one turn beyond the size of a batch are split, and all are stored in order', async () => {
  await using setup = openJournal();
  const clicks = Array.from({ length: 300 }, (_, number) => clickOf(number, { destination: 'é'.repeat(8000) }));
  expect(JSON.stringify(clicks).length).toBeGreaterThan(20 * MAX_CHARACTERS);
  const kept = await Promise.all(clicks.map((click) => setup.journal.record(click)));
  expect(kept.every(Boolean)).toBe(true);
  const read = readAll(setup.root);
  expect([read.badBatches, read.clicks]).toEqual([0, clicks]);
  expect(await setup.figure('click_flush_size_count')).toBeGreaterThan(20);
  expect(await setup.figure('click_flush_size_sum')).toBe(300);
});

test('of concurrent clicks only the one that fits in no batch is dropped', async () => {
  await using setup = openJournal();
  const [first, last] = [clickOf(1), clickOf(3)];
  const tooLong = clickOf(2, { destination: 'x'.repeat(300_000) });
  const kept = await Promise.all([first, tooLong, last].map((click) => setup.journal.record(click)));
  expect(kept).toEqual([true, false, true]);
  expect(readAll(setup.root).clicks).toEqual([first, last]);
  expect(await setup.figure('clicks_dropped_total')).toBe(1);
  expect(setup.journal.isDropping()).toBe(true);
});

test('with durability `power` clicks of one turn are awaited, in however many batches', async () => {
  await using setup = openJournal({ durability: 'power' });
  const clicks = Array.from({ length: 60 }, (_, number) => clickOf(number, { destination: 'x'.repeat(8000) }));
  await Promise.all(clicks.map((click) => setup.journal.record(click)));
  expect(readAll(setup.root).clicks).toEqual(clicks);
  expect(await setup.figure('click_flush_size_count')).toBeGreaterThan(3);
});

test('a reader resumes where it stopped, while the journal is written', async () => {
  await using setup = openJournal();
  const seen: string[] = [];
  const sent: string[] = [];
  let after = 0;
  for (let round = 0; round < 30; round += 1) {
    const clicks = Array.from({ length: 7 }, (_, number) => clickOf(number));
    sent.push(...idsOf(clicks));
    await Promise.all(clicks.map((click) => setup.journal.record(click)));
    const read = readFrom(setup.root, after);
    seen.push(...idsOf(read.clicks));
    after = read.no;
  }
  expect(seen).toEqual(sent);
});

test('counted clicks leave the backlog, are deleted, and free their disk space', async () => {
  await using setup = openJournal();
  const startedAt = Date.now();
  const fill = 'f'.repeat(60_000);
  for (let round = 0; round < 400; round += 1) await setup.journal.record(clickOf(round, { destination: fill }));
  expect(setup.journal.backlog().bytes).toBeGreaterThan(400 * 60_000);
  expect(setup.journal.backlog().oldestAt).toBeWithin(startedAt, Date.now() + 1);
  expect(await setup.figure('click_backlog_bytes')).toBe(setup.journal.backlog().bytes);

  const before = setup.journal.backlog().bytes;
  expect(setup.count(150)).toHaveLength(150);
  await until(() => before - setup.journal.backlog().bytes > 150 * 60_000);
  expect(before - setup.journal.backlog().bytes).toBeLessThan(152 * 66_000);
  expect(readAll(setup.root).clicks).toHaveLength(250);

  setup.count();
  expect(setup.journal.backlog()).toEqual({ bytes: 0, oldestAt: null });
  await until(() => Bun.file(setup.file).size + Bun.file(`${setup.file}-wal`).size < 100_000);
  expect(readAll(setup.root).clicks).toEqual([]);

  await setup.journal.record(clickOf(1));
  expect(setup.journal.backlog().bytes).toBeWithin(4096, 65_536);
});

test('a fully counted file is emptied after a minute, even a small one', async () => {
  await using setup = openJournal();
  await setup.journal.record(clickOf(1));
  setup.count();
  await until(() => readAll(setup.root).clicks.length === 0);
  const size = (): number => Bun.file(setup.file).size + Bun.file(`${setup.file}-wal`).size;
  expect(Bun.file(`${setup.file}-wal`).size).toBeGreaterThan(0);

  setSystemTime(Date.now() + 61_000);
  try {
    const late = clickOf(2);
    await setup.journal.record(late);
    expect(setup.count()).toEqual([late]);
    await until(() => Bun.file(`${setup.file}-wal`).size === 0);
    expect(size()).toBeLessThan(30_000);

    const last = clickOf(3);
    await setup.journal.record(last);
    expect(readAll(setup.root).clicks).toEqual([last]);
  } finally {
    setSystemTime();
  }
});

test('processes of one folder share a file, and the next one finds what one left', async () => {
  await using first = openJournal();
  const before = clickOf(1);
  await first.journal.record(before);
  await using second = openJournal({ folder: first.root });
  const after = clickOf(2);
  await second.journal.record(after);
  await first.journal.stop();
  expect(readAll(first.root).clicks).toEqual([before, after]);
  expect(second.count()).toEqual([before, after]);
  await until(() => readAll(first.root).clicks.length === 0);
});

test('a counted number is not used again, even if a power cut undoes the batches', async () => {
  const setup = openJournal({ folder: temporaryFolder() });
  await setup.journal.record(clickOf(1));
  const file = readFileSync(setup.file);
  const log = readFileSync(`${setup.file}-wal`);
  await setup.journal.record(clickOf(2));
  const { no } = readFrom(setup.root, 0);
  await setup.journal.stop();
  writeFileSync(setup.file, file);
  writeFileSync(`${setup.file}-wal`, log);

  await using again = openJournal({ folder: setup.root });
  const next = clickOf(3);
  await again.journal.record(next);
  expect(readFrom(setup.root, no).clicks).toEqual([next]);
  rmSync(setup.root, { recursive: true });
});

test('above the limit clicks are dropped and counted, until the backlog is counted', async () => {
  await using setup = openJournal({ maxBytesOf: 200_000 });
  const recorded: boolean[] = [];
  for (let round = 0; round < 30; round += 1) {
    recorded.push(await setup.journal.record(clickOf(round, { destination: 'x'.repeat(10_000) })));
  }
  const kept = recorded.filter(Boolean).length;
  expect(kept).toBeWithin(12, 20);
  expect(await setup.figure('clicks_dropped_total')).toBe(30 - kept);
  expect(readAll(setup.root).clicks).toHaveLength(kept);

  setup.count();
  await until(() => setup.journal.record(clickOf(31)));
});

test('clicks left by dead processes count towards the limit', async () => {
  await using first = openJournal();
  for (let round = 0; round < 20; round += 1) {
    await first.journal.record(clickOf(round, { destination: 'x'.repeat(10_000) }));
  }
  await first.journal.stop();
  await using second = openJournal({ folder: first.root, maxBytesOf: 100_000 });
  expect(await second.journal.record(clickOf(1))).toBe(false);
  second.count();
  await until(() => second.journal.record(clickOf(3)));
});

test('with durability `power` many clicks share a sync, and all are durable', async () => {
  await using setup = openJournal({ durability: 'power' });
  const kept = await Promise.all(
    Array.from({ length: 50 }, async (_, turn) => {
      for (let rest = turn % 5; rest > 0; rest -= 1) await Promise.resolve();
      return await setup.journal.record(clickOf(turn));
    }),
  );
  expect(kept.every(Boolean)).toBe(true);
  expect(readAll(setup.root).clicks).toHaveLength(50);
});

test('a stop writes what remains and accepts no more', async () => {
  const setup = openJournal();
  const recorded = setup.journal.record(clickOf(1));
  await setup.journal.stop();
  expect(await recorded).toBe(true);
  expect(await setup.journal.record(clickOf(2))).toBe(false);
  expect(readAll(setup.root).badBatches).toBe(0);
  expect(readAll(setup.root).clicks).toHaveLength(1);
  await setup[Symbol.asyncDispose]();
});
