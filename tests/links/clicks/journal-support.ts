import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createJournal } from '../../../server/links/clicks/journal/journal';
import type { ClickRecord } from '../../../server/links/clicks/journal/record';
import { createBatchOpener } from '../../../server/links/clicks/journal/sealed-batches';
import { BATCHES_FILE, openBatchesFile } from '../../../server/links/clicks/store/batches-file';
import type { JournalRows } from '../../../server/links/clicks/store/journal-rows';
import { createLog } from '../../../server/log';
import { createMetrics } from '../../../server/metrics';
import { newId } from '../../../shared/ids';

export const SECRET_KEY = new Uint8Array(32).fill(7);

/** A click as a browser makes it; `userAgent` and the rest are told apart by its number. */
export const clickOf = (number = 0, change: Partial<ClickRecord> = {}): ClickRecord => ({
  id: newId('clk'),
  workspaceId: newId('ws'),
  domainId: newId('dom'),
  linkId: newId('lnk'),
  linkVersion: 3,
  tagIds: [newId('tag')],
  at: Date.now(),
  address: `203.0.113.${number % 250}`,
  userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/124.0.0.0 Safari/537.36',
  referrer: 'https://news.example.com/a',
  language: 'de-DE,de;q=0.9',
  country: null,
  query: 'utm_source=news',
  destination: `https://example.com/page/${number}`,
  targetKey: null,
  trigger: 'link',
  class: 'human',
  used: false,
  interest: 0,
  ...change,
});

export const temporaryFolder = (root = tmpdir()): string => mkdtempSync(join(root, 'switchboard-journal-'));

interface Options {
  folder?: string;
  durability?: 'process' | 'power';
  maxBytesOf?: number;
  rows?: JournalRows;
  kind?: 'file' | 'database';
  secretKey?: Uint8Array;
}

/** A journal in a folder of its own. */
export function openJournal({ folder, durability, maxBytesOf, rows, kind, secretKey }: Options = {}) {
  const root = folder ?? temporaryFolder();
  const metrics = createMetrics();
  const journal = createJournal({
    config: {
      clickDurability: durability ?? 'process',
      clickJournal: kind ?? 'file',
      clickJournalMax: maxBytesOf ?? 1_073_741_824,
    },
    folder: root,
    log: createLog('silent'),
    metrics,
    secretKey: secretKey ?? SECRET_KEY,
    rows,
  });
  return {
    root,
    journal,
    /** The value of a figure without labels. */
    async figure(name: string): Promise<number> {
      const line = (await metrics.text()).split('\n').find((text) => text.startsWith(`${name} `));
      return Number(line?.split(' ')[1]);
    },
    file: join(root, BATCHES_FILE),
    /** Counts the clicks of some batches, as the drain does. */
    count(limit = 10_000): ClickRecord[] {
      const read = readFrom(root, 0, limit);
      journal.countedTo(read.id, read.no);
      return read.clicks;
    },
    async [Symbol.asyncDispose]() {
      await journal.stop();
      if (folder === undefined) rmSync(root, { recursive: true, force: true });
    },
  };
}

/** What can be read of a folder behind a number, of at most so many batches. */
export function readFrom(folder: string, after: number, limit = 10_000_000, secretKey = SECRET_KEY) {
  const path = join(folder, BATCHES_FILE);
  if (!existsSync(path)) return { id: '', no: after, clicks: [], badBatches: 0 };
  const opener = createBatchOpener(secretKey);
  const file = openBatchesFile(path);
  const batches = file.after(after, limit);
  const opened = batches.map(({ sealed }) => opener.open(sealed));
  const { id } = file;
  file.close();
  return {
    id,
    no: batches.at(-1)?.no ?? after,
    clicks: opened.flatMap((clicks) => clicks ?? []),
    badBatches: opened.filter((clicks) => clicks === undefined).length,
  };
}

/** All that can be read of a folder. */
export function readAll(folder: string) {
  const { clicks, badBatches } = readFrom(folder, 0);
  return { clicks, badBatches };
}

export const idsOf = (clicks: readonly ClickRecord[]): string[] => clicks.map(({ id }) => id);
