import { expect, setDefaultTimeout, test } from 'bun:test';
import { cpSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { engine } from '../../server/db/engine';
import { listSegments, segmentPath } from '../../server/links/clicks/journal/folder';
import { createJournalReader } from '../../server/links/clicks/journal/reader';
import type { ClickRecord } from '../../server/links/clicks/journal/record';
import { START } from '../../server/links/clicks/journal/types';
import { until } from '../support/process';
import { clickOf, idsOf, openJournal, readAll, SECRET_KEY, temporaryFolder } from './journal-support';

setDefaultTimeout(60_000);

/** A journal of an ended process with one click a frame; `ends` are the sizes of its segment after each. */
async function writtenJournal(count: number) {
  const place = openJournal({ folder: temporaryFolder() });
  const clicks: ClickRecord[] = [];
  const ends: number[] = [];
  for (let number = 0; number < count; number += 1) {
    const click = clickOf(number);
    clicks.push(click);
    await place.journal.record(click);
    ends.push(Bun.file(place.segment()).size);
  }
  await place.journal.stop();
  const path = place.segment();
  return {
    folder: place.root,
    journal: place.journal.id,
    path,
    clicks,
    ends,
    bytes: readFileSync(path),
    [Symbol.dispose]: () => rmSync(place.root, { recursive: true, force: true }),
  };
}

// A journal is a file, whatever the database.
test.skipIf(engine !== 'sqlite')(
  'cut at each of its last 2,000 bytes, a journal yields every whole batch and reports no damage',
  async () => {
    using written = await writtenJournal(30);
    const { bytes, ends, clicks } = written;
    for (let size = bytes.length - 1; size >= bytes.length - 2000; size -= 1) {
      truncateSync(written.path, size);
      const whole = ends.filter((end) => end <= size).length;
      const read = readAll(written.folder);
      expect([size, read.badFrames, ...idsOf(read.clicks)]).toEqual([size, 0, ...idsOf(clicks.slice(0, whole))]);
    }
  },
);

test('one flipped byte costs the batch that it stands in, which is reported', async () => {
  using written = await writtenJournal(12);
  const { bytes, ends, clicks } = written;
  const [start = 0, end = 0] = [ends[5], ends[6]];
  for (let at = start; at < end; at += 1) {
    const broken = Buffer.from(bytes);
    broken.writeUInt8(broken.readUInt8(at) ^ 0x40, at);
    writeFileSync(written.path, broken);
    const read = readAll(written.folder);
    expect([at - start, read.badFrames, ...idsOf(read.clicks)]).toEqual([
      at - start,
      1,
      ...idsOf([...clicks.slice(0, 6), ...clicks.slice(7)]),
    ]);
  }
});

test('a flipped byte in the last batch of an ended journal is damage too', async () => {
  using written = await writtenJournal(3);
  const broken = Buffer.from(written.bytes);
  broken.writeUInt8(broken.readUInt8(broken.length - 40) ^ 1, broken.length - 40);
  writeFileSync(written.path, broken);
  expect(readAll(written.folder)).toMatchObject({ badFrames: 1, clicks: written.clicks.slice(0, 2) });
});

test('a damaged stretch longer than any frame is stepped over', async () => {
  using written = await writtenJournal(4);
  const { bytes, ends, clicks } = written;
  const hole = Buffer.alloc(3_000_000, 0xd5);
  writeFileSync(written.path, Buffer.concat([bytes.subarray(0, ends[1]), hole, bytes.subarray(ends[1])]));
  const read = readAll(written.folder);
  expect(read.badFrames).toBeWithin(1, 2);
  expect(read.clicks).toEqual(clicks);
});

test('what a power cut made zeros at the end is reported once', async () => {
  using written = await writtenJournal(3);
  writeFileSync(written.path, Buffer.concat([written.bytes, Buffer.alloc(4096)]));
  expect(readAll(written.folder)).toMatchObject({ badFrames: 1, clicks: written.clicks });
});

test('an empty segment, and one cut within its header, are passed over', async () => {
  using written = await writtenJournal(2);
  const { folder, journal, path, bytes, clicks } = written;
  writeFileSync(segmentPath(folder, journal, 2), '');
  writeFileSync(segmentPath(folder, journal, 3), bytes.subarray(0, 20));
  cpSync(path, segmentPath(folder, journal, 4));
  expect(listSegments(folder, journal)).toEqual([1, 2, 3, 4]);
  expect(readAll(folder)).toMatchObject({ badFrames: 0, clicks: [...clicks, ...clicks] });
});

test('a foreign file is reported once, passed over and never deleted', async () => {
  using written = await writtenJournal(2);
  const { folder, journal, clicks } = written;
  const foreign = segmentPath(folder, journal, 2);
  writeFileSync(foreign, 'This is no journal, but somebody’s diary.'.repeat(100));
  mkdirSync(join(folder, 'notes'));
  writeFileSync(join(folder, 'notes.txt'), 'hello');

  const reader = createJournalReader({ folder, secretKey: SECRET_KEY });
  expect(reader.journals()).toEqual([journal]);
  const read = reader.read(journal, START, 100);
  expect(read).toMatchObject({ clicks, badFrames: 1, ended: true });
  expect(reader.read(journal, read.position, 100)).toMatchObject({ clicks: [], badFrames: 0, ended: true });
  reader.remove(journal);
  expect(reader.journals()).toEqual([]);
  expect(readFileSync(foreign.replace(journal, `${journal}.unreadable`), 'utf8')).toContain('diary');
});

test('with another secret key nothing is read, all is reported, and with the right one it is all there', async () => {
  using written = await writtenJournal(5);
  const { folder, journal, clicks } = written;
  const stranger = createJournalReader({ folder, secretKey: new Uint8Array(32).fill(8) });
  expect(stranger.read(journal, START, 100)).toMatchObject({ clicks: [], badFrames: 1, ended: true });
  expect(readAll(folder)).toMatchObject({ clicks, badFrames: 0 });

  stranger.remove(journal);
  const aside = join(folder, `${journal}.unreadable`);
  cpSync(aside, join(folder, journal), { recursive: true });
  expect(readAll(folder)).toMatchObject({ clicks, badFrames: 0 });
});

test('a header that says another version or salt does not open', async () => {
  using written = await writtenJournal(2);
  for (const at of [0, 4, 5, 20, 21, 28]) {
    const broken = Buffer.from(written.bytes);
    broken.writeUInt8(broken.readUInt8(at) ^ 1, at);
    writeFileSync(written.path, broken);
    expect(readAll(written.folder)).toMatchObject({ clicks: [], badFrames: 1 });
  }
});

test('what is torn at the end of a living journal is waited for', async () => {
  await using place = openJournal();
  const [first, second] = [clickOf(1), clickOf(2)];
  await place.journal.record(first);
  const before = readFileSync(place.segment());
  await place.journal.record(second);
  const whole = readFileSync(place.segment());

  const reader = createJournalReader({ folder: place.root, secretKey: SECRET_KEY });
  for (let size = before.length; size < whole.length; size += 7) {
    writeFileSync(place.segment(), whole.subarray(0, size));
    const read = reader.read(place.journal.id, START, 100);
    expect([size, read.badFrames, read.ended, ...idsOf(read.clicks)]).toEqual([size, 0, false, first.id]);
    expect(read.position).toEqual({ segment: 1, offset: before.length });
  }
  writeFileSync(place.segment(), whole);
  expect(reader.read(place.journal.id, { segment: 1, offset: before.length }, 100).clicks).toEqual([second]);
});

test('a segment that vanishes and a journal that grows meanwhile are no error', async () => {
  await using place = openJournal();
  const reader = createJournalReader({ folder: place.root, secretKey: SECRET_KEY });
  expect(reader.read(place.journal.id, START, 10)).toMatchObject({ clicks: [], position: START });
  await place.journal.record(clickOf(1));
  const { position } = reader.read(place.journal.id, START, 10);
  rmSync(place.segment());
  expect(reader.read(place.journal.id, position, 10)).toMatchObject({ clicks: [], position, badFrames: 0 });
  await until(() => reader.journals().length === 1);
});
