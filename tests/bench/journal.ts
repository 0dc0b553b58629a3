/**
 * What a durable click costs the redirect’s thread, beside the bare writing of the same bytes: `bun
 * tests/bench/journal.ts`. Printed as ratios of one interleaved run, never judged.
 */
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createJournal } from '../../server/links/clicks/journal/journal';
import type { ClickRecord } from '../../server/links/clicks/journal/record';
import { clickText } from '../../server/links/clicks/journal/record-fields';
import { createBatchOpener } from '../../server/links/clicks/journal/sealed-batches';
import { BATCHES_FILE, openBatchesFile } from '../../server/links/clicks/store/batches-file';
import { createLog } from '../../server/log';
import { createMetrics } from '../../server/metrics';
import { clickOf } from '../links/clicks/journal-support';
import { report } from './report';

const ROUNDS = 7;
const CLICKS = 40_000;
const BATCHES = [1, 20, 200];

const clicks = Array.from({ length: 1000 }, (_, number) => clickOf(number));
const clickAt = (number: number): ClickRecord => clicks[number % clicks.length] ?? clickOf();
const secretKey = new Uint8Array(32).fill(7);
const root = mkdtempSync(join(tmpdir(), 'switchboard-bench-'));
const nextTurn = () => new Promise<void>((resolve) => void setImmediate(resolve));

/** Microseconds of CPU a click, of the whole process. */
async function cost(work: () => Promise<void> | void): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / CLICKS;
}

async function journalled(batch: number): Promise<void> {
  const folder = mkdtempSync(join(root, 'journal-'));
  const config = { clickDurability: 'process', clickJournal: 'file', clickJournalMax: 2 ** 31 } as const;
  const options = { config, folder, secretKey, rows: undefined };
  const journal = createJournal({ ...options, log: createLog('error'), metrics: createMetrics() });
  for (let number = 0; number < CLICKS; number += batch) {
    const recorded: Promise<boolean>[] = [];
    for (let index = 0; index < batch; index += 1) recorded.push(journal.record(clickAt(number + index)));
    await Promise.all(recorded);
  }
  await journal.stop();
  rmSync(folder, { recursive: true });
}

/** The same clicks in the same batches as plain text, with nothing kept of what was said above. */
async function bare(batch: number): Promise<void> {
  const path = join(root, 'bare');
  const handle = openSync(path, 'w');
  for (let number = 0; number < CLICKS; number += batch) {
    await nextTurn();
    let text = '';
    for (let index = 0; index < batch; index += 1) text += clickText(clickAt(number + index));
    writeSync(handle, Buffer.from(text));
  }
  closeSync(handle);
  rmSync(path);
}

/** The JSON of each click alone. */
function json(): void {
  for (let number = 0; number < CLICKS; number += 1) kept = clickText(clickAt(number));
}
let kept = '';

async function read(): Promise<number> {
  const folder = mkdtempSync(join(root, 'read-'));
  const config = { clickDurability: 'process', clickJournal: 'file', clickJournalMax: 2 ** 31 } as const;
  const options = { config, folder, secretKey, rows: undefined };
  const journal = createJournal({ ...options, log: createLog('error'), metrics: createMetrics() });
  for (let number = 0; number < CLICKS; number += 20) {
    await Promise.all(Array.from({ length: 20 }, (_, index) => journal.record(clickAt(number + index))));
  }
  const { bytes } = journal.backlog();
  const file = openBatchesFile(join(folder, BATCHES_FILE));
  const opener = createBatchOpener(secretKey);
  const micros = await cost(() => {
    for (let batches = file.after(0, 500); batches.length > 0; batches = file.after(batches.at(-1)?.no ?? 0, 500)) {
      for (const { sealed } of batches) opener.open(sealed);
    }
  });
  file.close();
  await journal.stop();
  process.stdout.write(`${(bytes / CLICKS).toFixed(0)} bytes a click\n`);
  return micros;
}

const best = new Map<string, number>();
const keep = (name: string, micros: number) => best.set(name, Math.min(best.get(name) ?? Infinity, micros));
for (let round = 0; round < ROUNDS; round += 1) {
  keep('json', await cost(json));
  for (const batch of BATCHES) {
    keep(`bare ${batch}`, await cost(() => bare(batch)));
    keep(`journal ${batch}`, await cost(() => journalled(batch)));
  }
}
const micros = (name: string): number => best.get(name) ?? NaN;
process.stdout.write(`JSON alone: ${micros('json').toFixed(2)} µs of CPU a click\n`);
for (const batch of BATCHES) {
  const [journal, plain] = [micros(`journal ${batch}`), micros(`bare ${batch}`)];
  process.stdout.write(
    `batches of ${String(batch).padStart(3)}: ${journal.toFixed(2)} µs sealed and kept, ${plain.toFixed(2)} µs JSON and ` +
      `writeSync: ${Math.round(1e6 / journal)} clicks a CPU second\n`,
  );
  const what = `clicks sealed and kept in batches of ${batch}, a CPU second`;
  report({ what, beside: 'their JSON by writeSync', ratio: plain / journal });
}
process.stdout.write(`reading: ${(await read()).toFixed(2)} µs of CPU a click\n`);
rmSync(root, { recursive: true });
if (kept === '') process.stdout.write('\n');
