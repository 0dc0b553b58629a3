import { afterAll, expect, test } from 'bun:test';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { engine } from '../../../server/db/engine';
import { until } from '../../support/until';
import { clickOf, idsOf, openJournal, readAll, temporaryFolder } from './journal-support';

/** `KILLS=100 bun test tests/links/clicks/journal-faults.test.ts` is the same at length. */
const KILLS = Number(Bun.env['KILLS'] ?? 6);
const folders: string[] = [];
const folder = (): string => {
  const made = temporaryFolder();
  folders.push(made);
  return made;
};
afterAll(() => {
  for (const made of folders) rmSync(made, { recursive: true, force: true });
});

for (const durability of ['process', 'power']) {
  // The journal is the same file, whatever the database.
  test.skipIf(engine !== 'sqlite')(
    `${KILLS} times kill -9 with durability ${durability}: every acknowledged click is stored once`,
    async () => {
      const root = folder();
      const acknowledged = new Set<string>();
      for (let kill = 0; kill < KILLS; kill += 1) {
        const child = Bun.spawn([process.execPath, join(import.meta.dir, 'journal-writer.ts'), root, durability], {
          stdout: 'pipe',
          stderr: 'inherit',
        });
        const before = acknowledged.size;
        const decoder = new TextDecoder();
        let rest = '';
        const killAfter = 200 + Math.floor(Math.random() * 3000);
        for await (const part of child.stdout) {
          const lines = (rest + decoder.decode(part, { stream: true })).split('\n');
          // What a kill cut off was told to nobody.
          rest = lines.pop() ?? '';
          for (const id of lines) acknowledged.add(id);
          if (acknowledged.size - before > killAfter) child.kill('SIGKILL');
        }
        expect([await child.exited, child.signalCode]).toEqual([137, 'SIGKILL']);
      }

      const { clicks, badBatches } = readAll(root);
      const found = new Set(idsOf(clicks));
      expect([badBatches, found.size]).toEqual([0, clicks.length]);
      expect(acknowledged.size).toBeGreaterThan(KILLS * 200);
      expect([...acknowledged].filter((id) => !found.has(id))).toEqual([]);
    },
  );
}

/** A disk of its own; only root may mount one. */
async function mountDisk(kilobytes: number) {
  const path = folder();
  const mount = (...options: string[]) => Bun.spawn(['mount', ...options, path], { stderr: 'ignore' }).exited;
  if ((await mount('-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs')) !== 0) throw new Error('It is not mounted.');
  return {
    path,
    remount: async (mode: 'ro' | 'rw') => expect(await mount('-o', `remount,${mode}`)).toBe(0),
    free: () => statfsSync(path).bavail * statfsSync(path).bsize,
    [Symbol.asyncDispose]: async () => void (await Bun.spawn(['umount', '-l', path]).exited),
  };
}

const canMount = await mountDisk(64).then(
  (disk) => disk[Symbol.asyncDispose]().then(() => true),
  () => false,
);

test.skipIf(!canMount)(
  'on a full disk clicks are dropped and counted, acknowledged ones are kept, and it recovers by itself',
  async () => {
    await using disk = await mountDisk(1024);
    await using place = openJournal({ folder: disk.path });
    const ballast = join(disk.path, 'ballast');
    writeFileSync(ballast, Buffer.alloc(512 * 1024));
    const safe: string[] = [];
    let dropped = 0;
    const record = async (): Promise<boolean> => {
      const click = clickOf(1, { destination: 'x'.repeat(5000) });
      const isSafe = await place.journal.record(click);
      if (isSafe) safe.push(click.id);
      else dropped += 1;
      return isSafe;
    };

    for (let round = 0; round < 200; round += 1) await record();
    expect(dropped).toBeGreaterThan(50);
    expect(safe.length).toBeGreaterThan(20);
    await until(() => record().then((isSafe) => !isSafe));
    expect(place.journal.isDropping()).toBe(true);

    rmSync(ballast);
    await until(record);
    for (let round = 0; round < 20; round += 1) expect(await record()).toBe(true);

    expect(await place.figure('clicks_dropped_total')).toBe(dropped);
    const read = readAll(disk.path);
    expect([read.badBatches, ...idsOf(read.clicks)]).toEqual([0, ...safe]);

    // Draining makes room too, for what was full to the end.
    const free = disk.free();
    place.count();
    await until(() => disk.free() > free);
  },
);

test.skipIf(!canMount)(
  'on a read-only disk clicks are dropped and counted, until it can be written again',
  async () => {
    await using disk = await mountDisk(2048);
    await disk.remount('ro');
    await using place = openJournal({ folder: disk.path });
    await place.journal.start();
    expect(await place.journal.record(clickOf(1))).toBe(false);
    expect(await place.journal.record(clickOf(2))).toBe(false);
    await disk.remount('rw');
    await until(() => place.journal.record(clickOf(3)));
    expect(readAll(disk.path).clicks).toHaveLength(1);
  },
);

test('without a folder clicks are dropped and counted, until it can be created', async () => {
  const root = join(folder(), 'data');
  writeFileSync(root, 'in the way');
  await using place = openJournal({ folder: join(root, 'clicks') });
  let dropped = 0;
  for (let round = 0; round < 50; round += 1) dropped += (await place.journal.record(clickOf(round))) ? 0 : 1;
  expect([dropped, await place.figure('clicks_dropped_total')]).toEqual([50, 50]);
  rmSync(root);
  mkdirSync(root);
  await until(() => place.journal.record(clickOf(1)));
  expect(readAll(join(root, 'clicks')).clicks).toHaveLength(1);
});
