import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { listJournals, listSegments, segmentPath } from '../../server/links/clicks/journal/folder';
import { createJournal } from '../../server/links/clicks/journal/journal';
import { createJournalReader } from '../../server/links/clicks/journal/reader';
import type { ClickRecord } from '../../server/links/clicks/journal/record';
import { START } from '../../server/links/clicks/journal/types';
import type { JournalRows } from '../../server/links/clicks/store/journal-rows';
import { createLog } from '../../server/log';
import { createMetrics } from '../../server/metrics';
import { newId } from '../../shared/ids';

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

export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'switchboard-journal-'));

interface Options {
  folder?: string;
  durability?: 'process' | 'power';
  mostBytes?: number;
  rows?: JournalRows;
  kind?: 'file' | 'database';
}

/** A journal in a folder of its own. */
export function openJournal({ folder, durability, mostBytes, rows, kind }: Options = {}) {
  const root = folder ?? temporaryFolder();
  const metrics = createMetrics();
  const journal = createJournal({
    config: {
      clickDurability: durability ?? 'process',
      clickJournal: kind ?? 'file',
      clickJournalMax: mostBytes ?? 1_073_741_824,
    },
    folder: root,
    log: createLog('silent'),
    metrics,
    secretKey: SECRET_KEY,
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
    /** Path of a segment, the last by default. */
    segment(number = listSegments(root, journal.id).at(-1) ?? 0): string {
      return segmentPath(root, journal.id, number);
    },
    async [Symbol.asyncDispose]() {
      await journal.stop();
      if (folder === undefined) rmSync(root, { recursive: true, force: true });
    },
  };
}

/** All that can be read of a folder, from its beginning. */
export function readAll(folder: string, secretKey = SECRET_KEY) {
  const reader = createJournalReader({ folder, secretKey });
  const clicks: ClickRecord[] = [];
  let badFrames = 0;
  let allEnded = true;
  for (const journal of listJournals(folder)) {
    let read = reader.read(journal, START, 1000);
    for (;;) {
      clicks.push(...read.clicks);
      badFrames += read.badFrames;
      if (!read.hasMore) break;
      read = reader.read(journal, read.position, 1000);
    }
    allEnded &&= read.ended;
  }
  return { clicks, badFrames, allEnded };
}

export const idsOf = (clicks: readonly ClickRecord[]): string[] => clicks.map(({ id }) => id);
