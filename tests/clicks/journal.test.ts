import { expect, setDefaultTimeout, setSystemTime, test } from 'bun:test';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { isAbandoned, listSegments } from '../../server/links/clicks/journal/folder';
import { createJournalReader } from '../../server/links/clicks/journal/reader';
import { clickText } from '../../server/links/clicks/journal/record-fields';
import { MOST_CHARACTERS, START } from '../../server/links/clicks/journal/types';
import { until } from '../support/process';
import { clickOf, idsOf, openJournal, readAll, SECRET_KEY } from './journal-support';

setDefaultTimeout(60_000);

test('what was recorded is read in its order and to the letter', async () => {
  await using place = openJournal();
  const clicks = [
    clickOf(1),
    clickOf(2, { country: 'DE', targetKey: 'de', used: true, interest: 5, tagIds: [] }),
    clickOf(3, { userAgent: '“quoted” \u{1f600} \u0000', query: 'a=1&b=,[]"' }),
  ];
  expect(await Promise.all(clicks.map((click) => place.journal.record(click)))).toEqual([true, true, true]);
  expect(readAll(place.root)).toMatchObject({ clicks, badFrames: 0 });
});

test('clicks of one turn are one batch, written before any of them is told', async () => {
  await using place = openJournal();
  const recorded = Array.from({ length: 40 }, (_, number) => place.journal.record(clickOf(number)));
  expect(place.journal.backlog()).toEqual({ bytes: 0, oldestAt: null });
  await recorded[0];
  expect(readAll(place.root).clicks).toHaveLength(40);
  expect(await place.figure('click_flush_size_count')).toBe(1);
  expect(await place.figure('click_flush_size_sum')).toBe(40);
});

test('neither address nor user agent can be read from the files', async () => {
  await using place = openJournal();
  await place.journal.record(clickOf(9, { address: '198.51.100.77', userAgent: 'SecretAgent/7' }));
  for (const entry of readdirSync(place.root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = readFileSync(join(entry.parentPath, entry.name));
    expect([bytes.includes('198.51.100.77'), bytes.includes('SecretAgent')]).toEqual([false, false]);
    expect(bytes.includes(Buffer.from([198, 51, 100, 77]))).toBe(false);
  }
  expect(readAll(place.root).clicks).toHaveLength(1);
});

test('10,000 clicks with 8 KB of headers in one turn are split into frames that can be read', async () => {
  await using place = openJournal();
  const wide = 'é'.repeat(2000);
  const clicks = Array.from({ length: 10_000 }, (_, number) =>
    clickOf(number, { userAgent: wide, referrer: wide, query: 'q'.repeat(2000), language: '日'.repeat(2000) }),
  );
  const kept = await Promise.all(clicks.map((click) => place.journal.record(click)));
  expect(kept.every(Boolean)).toBe(true);
  expect(listSegments(place.root, place.journal.id).length).toBeGreaterThan(5);
  const read = readAll(place.root);
  expect(read.badFrames).toBe(0);
  expect(Bun.deepEquals(read.clicks, clicks)).toBe(true);
});

test('a click that no frame has room for is dropped and counted', async () => {
  await using place = openJournal();
  expect(await place.journal.record(clickOf(1, { destination: 'x'.repeat(300_000) }))).toBe(false);
  expect(await place.figure('clicks_dropped_total')).toBe(1);
  expect(place.journal.isDropping()).toBe(true);
});

test('clicks that come together and are more than a frame holds are split, and all are there in their order', async () => {
  await using place = openJournal();
  const clicks = Array.from({ length: 300 }, (_, number) => clickOf(number, { destination: 'é'.repeat(8000) }));
  expect(JSON.stringify(clicks).length).toBeGreaterThan(20 * MOST_CHARACTERS);
  // Written at once: nobody has to wait.
  expect(place.journal.keep(clicks.map(clickText))).toBeUndefined();
  const read = readAll(place.root);
  expect([read.badFrames, read.clicks]).toEqual([0, clicks]);
  expect(await place.figure('click_flush_size_count')).toBeGreaterThan(20);
  expect(await place.figure('click_flush_size_sum')).toBe(300);
});

test('of clicks that come together the one that no frame has room for is dropped, the others are kept', async () => {
  await using place = openJournal();
  const [first, last] = [clickOf(1), clickOf(3)];
  const tooLong = clickOf(2, { destination: 'x'.repeat(300_000) });
  expect(place.journal.keep([first, tooLong, last].map(clickText))).toBeUndefined();
  expect(readAll(place.root).clicks).toEqual([first, last]);
  expect(await place.figure('clicks_dropped_total')).toBe(1);
  expect(place.journal.isDropping()).toBe(true);
});

test('with durability `power` clicks that come together are waited for, in however many frames', async () => {
  await using place = openJournal({ durability: 'power' });
  const clicks = Array.from({ length: 60 }, (_, number) => clickOf(number, { destination: 'x'.repeat(8000) }));
  const safe = place.journal.keep(clicks.map(clickText));
  expect(safe).toBeInstanceOf(Promise);
  await safe;
  expect(readAll(place.root).clicks).toEqual(clicks);
  expect(await place.figure('click_flush_size_count')).toBeGreaterThan(3);
});

test('a reader goes on where it stopped, while the journal is written', async () => {
  await using place = openJournal();
  const reader = createJournalReader({ folder: place.root, secretKey: SECRET_KEY });
  const seen: string[] = [];
  const sent: string[] = [];
  let position = START;
  for (let round = 0; round < 30; round += 1) {
    const clicks = Array.from({ length: 7 }, (_, number) => clickOf(number));
    sent.push(...idsOf(clicks));
    await Promise.all(clicks.map((click) => place.journal.record(click)));
    const read = reader.read(place.journal.id, position, 5);
    seen.push(...idsOf(read.clicks));
    ({ position } = read);
    expect(read.ended).toBe(false);
  }
  expect(seen).toEqual(sent);
});

test('what is drained is no backlog, and full segments of it are deleted', async () => {
  await using place = openJournal();
  const startedAt = Date.now();
  const fill = 'f'.repeat(60_000);
  for (let round = 0; round < 300; round += 1) await place.journal.record(clickOf(round, { destination: fill }));
  expect(listSegments(place.root, place.journal.id)).toEqual([1, 2]);
  expect(place.journal.backlog().bytes).toBeGreaterThan(300 * 60_000);
  expect(place.journal.backlog().oldestAt).toBeWithin(startedAt, Date.now() + 1);
  expect(await place.figure('click_backlog_bytes')).toBe(place.journal.backlog().bytes);

  const reader = createJournalReader({ folder: place.root, secretKey: SECRET_KEY });
  const half = reader.read(place.journal.id, START, 150);
  const before = place.journal.backlog().bytes;
  place.journal.drainedTo(half.position);
  expect(before - place.journal.backlog().bytes).toBeWithin(150 * 60_000, 152 * 62_000);
  expect(listSegments(place.root, place.journal.id)).toEqual([1, 2]);

  place.journal.drainedTo(reader.read(place.journal.id, half.position, 1000).position);
  expect(place.journal.backlog()).toEqual({ bytes: 0, oldestAt: null });
  expect(listSegments(place.root, place.journal.id)).toEqual([2]);

  await place.journal.record(clickOf(1));
  expect(place.journal.backlog().bytes).toBeWithin(300, 1000);
});

test('each start has a journal of its own; that of a process that has ended is drained and removed', async () => {
  await using first = openJournal();
  const before = clickOf(1);
  await first.journal.record(before);
  expect(isAbandoned(first.root, first.journal.id)).toBe(false);
  await using second = openJournal({ folder: first.root });
  const after = clickOf(2);
  await second.journal.record(after);
  await first.journal.stop();

  const reader = createJournalReader({ folder: first.root, secretKey: SECRET_KEY });
  expect(reader.journals()).toEqual([first.journal.id, second.journal.id].toSorted());
  const old = reader.read(first.journal.id, START, 100);
  expect(old).toMatchObject({ clicks: [before], ended: true, hasMore: false });
  expect(reader.read(second.journal.id, START, 100)).toMatchObject({ clicks: [after], ended: false });
  reader.remove(first.journal.id);
  expect(reader.journals()).toEqual([second.journal.id]);
});

test('above the limit clicks are dropped and counted, until the backlog is drained', async () => {
  await using place = openJournal({ mostBytes: 100_000 });
  const recorded: boolean[] = [];
  for (let round = 0; round < 20; round += 1) {
    recorded.push(await place.journal.record(clickOf(round, { destination: 'x'.repeat(10_000) })));
  }
  const kept = recorded.filter(Boolean).length;
  expect(kept).toBeWithin(9, 12);
  expect(await place.figure('clicks_dropped_total')).toBe(20 - kept);
  expect(readAll(place.root).clicks).toHaveLength(kept);

  const reader = createJournalReader({ folder: place.root, secretKey: SECRET_KEY });
  place.journal.drainedTo(reader.read(place.journal.id, START, 1000).position);
  expect(await place.journal.record(clickOf(21))).toBe(true);
});

test('what ended processes left counts towards the limit', async () => {
  await using first = openJournal();
  for (let round = 0; round < 20; round += 1) {
    await first.journal.record(clickOf(round, { destination: 'x'.repeat(10_000) }));
  }
  await first.journal.stop();
  await using second = openJournal({ folder: first.root, mostBytes: 100_000 });
  await second.journal.record(clickOf(1));
  expect(await second.journal.record(clickOf(2))).toBe(false);

  createJournalReader({ folder: first.root, secretKey: SECRET_KEY }).remove(first.journal.id);
  await until(() => second.journal.record(clickOf(3)));
});

test('with durability `power` many clicks share a sync, and all are safe', async () => {
  await using place = openJournal({ durability: 'power' });
  const kept = await Promise.all(
    Array.from({ length: 50 }, async (_, turn) => {
      for (let rest = turn % 5; rest > 0; rest -= 1) await Promise.resolve();
      return await place.journal.record(clickOf(turn));
    }),
  );
  expect(kept.every(Boolean)).toBe(true);
  expect(readAll(place.root).clicks).toHaveLength(50);
});

test('a stop writes what is left, and takes no more', async () => {
  const place = openJournal();
  const recorded = place.journal.record(clickOf(1));
  await place.journal.stop();
  expect(await recorded).toBe(true);
  expect(await place.journal.record(clickOf(2))).toBe(false);
  expect(readAll(place.root)).toMatchObject({ allEnded: true, badFrames: 0 });
  expect(readAll(place.root).clicks).toHaveLength(1);
  await place[Symbol.asyncDispose]();
});

test('a drained segment older than a minute is deleted although it is not full', async () => {
  await using place = openJournal();
  const reader = createJournalReader({ folder: place.root, secretKey: SECRET_KEY });
  await place.journal.record(clickOf(1));
  const { position } = reader.read(place.journal.id, START, 10);
  place.journal.drainedTo(position);
  expect(listSegments(place.root, place.journal.id)).toEqual([1]);

  setSystemTime(Date.now() + 61_000);
  try {
    const late = clickOf(2);
    await place.journal.record(late);
    place.journal.drainedTo(position);
    expect(listSegments(place.root, place.journal.id)).toEqual([1]);
    const read = reader.read(place.journal.id, position, 10);
    expect(read.clicks).toEqual([late]);
    place.journal.drainedTo(read.position);
    await until(() => listSegments(place.root, place.journal.id).length === 0);

    const last = clickOf(3);
    await place.journal.record(last);
    expect(reader.read(place.journal.id, read.position, 10).clicks).toEqual([last]);
  } finally {
    setSystemTime();
  }
});
