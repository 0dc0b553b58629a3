import { expect, test } from 'bun:test';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { engine } from '../../../server/db/engine';
import type { ClickRecord } from '../../../server/links/clicks/journal/record';
import { openBatchesFile } from '../../../server/links/clicks/store/batches-file';
import { clickOf, idsOf, openJournal, readAll, temporaryFolder } from './journal-support';

/** The file of a killed process with one click a batch; `ends` are the sizes of its log after each. */
async function writtenJournal(count: number, { isMoved = false } = {}) {
  // Where there is a disk in memory: SQLite syncs each of thousands of files that it closes.
  const setup = openJournal({ folder: temporaryFolder(existsSync('/dev/shm') ? '/dev/shm' : tmpdir()) });
  const clicks: ClickRecord[] = [];
  const ends: number[] = [];
  for (let number = 0; number < count; number += 1) {
    const click = clickOf(number);
    clicks.push(click);
    await setup.journal.record(click);
    ends.push(Bun.file(`${setup.file}-wal`).size);
  }
  if (isMoved) {
    const file = openBatchesFile(setup.file);
    file.checkpoint();
    file.close();
  }
  const [bytes, log] = [readFileSync(setup.file), readFileSync(`${setup.file}-wal`)];
  await setup.journal.stop();
  const restore = (changed: { bytes?: Buffer; log?: Buffer } = {}): void => {
    rmSync(`${setup.file}-shm`, { force: true });
    writeFileSync(setup.file, changed.bytes ?? bytes);
    writeFileSync(`${setup.file}-wal`, changed.log ?? log);
  };
  restore();
  return {
    folder: setup.root,
    file: setup.file,
    clicks,
    ends,
    bytes,
    log,
    restore,
    [Symbol.dispose]: () => rmSync(setup.root, { recursive: true, force: true }),
  };
}
const aside = (folder: string): string[] => readdirSync(folder).filter((name) => name.includes('.unreadable-'));

// The journal is the same file, whatever the database.
test.skipIf(engine !== 'sqlite')(
  'cut at each of its last 2,000 bytes, the log yields every whole batch and reports no damage',
  async () => {
    using written = await writtenJournal(8);
    const { log, ends, clicks, file, folder, restore } = written;
    for (let size = log.length - 1; size >= log.length - 2000; size -= 1) {
      restore();
      truncateSync(`${file}-wal`, size);
      const whole = ends.filter((end) => end <= size).length;
      const read = readAll(folder);
      expect([size, read.badBatches, ...idsOf(read.clicks)]).toEqual([size, 0, ...idsOf(clicks.slice(0, whole))]);
    }
  },
);

test('one flipped byte of a batch costs that batch, which is reported', async () => {
  using written = await writtenJournal(12, { isMoved: true });
  const { bytes, clicks, folder, restore, file } = written;
  restore({ log: Buffer.alloc(0) });
  const opened = openBatchesFile(file);
  const sealed = Buffer.from(opened.after(0, 100)[6]?.sealed ?? []);
  opened.close();
  // SQLite leaves copies of what it moved from one page to another.
  const copies: number[] = [];
  for (let at = bytes.indexOf(sealed); at >= 0; at = bytes.indexOf(sealed, at + 1)) copies.push(at);
  expect(copies.length).toBeGreaterThan(0);
  for (let at = 0; at < sealed.length; at += 3) {
    const broken = Buffer.from(bytes);
    for (const start of copies) broken.writeUInt8(broken.readUInt8(start + at) ^ 0x40, start + at);
    restore({ bytes: broken, log: Buffer.alloc(0) });
    const read = readAll(folder);
    expect([at, read.badBatches, ...idsOf(read.clicks)]).toEqual([
      at,
      1,
      ...idsOf([...clicks.slice(0, 6), ...clicks.slice(7)]),
    ]);
  }
});

test('a flipped byte of the log, which the drain empties, costs what follows it', async () => {
  using written = await writtenJournal(6);
  const { log, ends, clicks, folder, restore } = written;
  const broken = Buffer.from(log);
  const at = (ends[2] ?? 0) + 100;
  broken.writeUInt8(broken.readUInt8(at) ^ 1, at);
  restore({ log: broken });
  expect(readAll(folder)).toEqual({ clicks: clicks.slice(0, 3), badBatches: 0 });
});

test.each([
  ['a foreign file', () => Buffer.from('This is no journal, but somebody’s diary.'.repeat(100))],
  ['a file with a damaged page', (bytes: Buffer) => Buffer.from(bytes).fill(0x5a, 4096, 3 * 4096)],
])('%s is reported, moved aside and never deleted, and clicks go on', async (_what, damage) => {
  using written = await writtenJournal(20, { isMoved: true });
  const { folder, bytes, restore } = written;
  mkdirSync(join(folder, 'notes'));
  const damaged = damage(bytes);
  restore({ bytes: damaged, log: Buffer.alloc(0) });

  await using setup = openJournal({ folder });
  await setup.journal.start();
  const click = clickOf(1);
  await setup.journal.record(clickOf(2));
  expect(await setup.journal.record(click)).toBe(true);
  expect(readAll(folder).clicks.at(-1)).toEqual(click);
  expect(await setup.figure('click_journal_bad_frames_total')).toBe(1);
  const moved = aside(folder).find((name) => !name.endsWith('-wal')) ?? '';
  expect(readFileSync(join(folder, moved)).equals(damaged)).toBe(true);
});

test('with another secret key nothing is read and all is kept; with the right one all is read', async () => {
  using written = await writtenJournal(5);
  const { folder, clicks, file } = written;
  {
    await using outsider = openJournal({ folder, secretKey: new Uint8Array(32).fill(8) });
    await outsider.journal.start();
    expect(await outsider.figure('click_journal_bad_frames_total')).toBe(1);
    expect(readAll(folder).clicks).toEqual([]);
  }
  const moved = aside(folder);
  for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
  for (const name of moved) renameSync(join(folder, name), join(folder, name.replace(/\.unreadable-\d+/, '')));
  expect(readAll(folder)).toEqual({ clicks, badBatches: 0 });
});
