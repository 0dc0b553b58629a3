import { AsyncLocalStorage } from 'node:async_hooks';

import type { Config } from '../../../config/config';
import type { Log } from '../../../log';
import type { Metrics } from '../../../metrics';
import type { JournalRows } from '../store/journal-rows';
import { createDatabaseSink } from './database';
import { createLocalJournal } from './local';
import { createJournalMetrics } from './metrics';
import type { ClickRecord } from './record';
import { clickText } from './record-fields';
import { MAX_CHARACTERS } from './sealed-batches';
import type { JournalBatch, Journal, Sink } from './types';

const DROPPING_MS = 10_000;

interface OpenBatch extends JournalBatch {
  isSafe: Promise<boolean>;
  settle: (isSafe: boolean | Promise<boolean>) => void;
}

interface JournalOptions {
  config: Pick<Config, 'clickDurability' | 'clickJournal' | 'clickJournalMax'>;
  folder: string;
  log: Log;
  metrics: Metrics;
  secretKey: Uint8Array;
  rows: JournalRows | undefined;
  waitingBytes?: () => number;
}

export function createJournal(options: JournalOptions): Journal {
  const { config, folder, log, metrics, secretKey, rows, waitingBytes = () => 0 } = options;
  const journalMetrics = createJournalMetrics(metrics, () => local.backlog().bytes + waitingBytes());
  const countBad = (batches: number): void => {
    if (batches > 0) journalMetrics.badBatches.inc(batches);
  };
  const { clickDurability: durability, clickJournalMax: maxBytes } = config;
  const local = createLocalJournal({ folder, secretKey, durability, maxBytes, log, countBad });
  const isFirst = config.clickJournal === 'database';
  const sink: Sink =
    rows === undefined
      ? { write: ({ text }) => local.append(text), start: async () => local.start(), stop: () => local.stop() }
      : createDatabaseSink({ local, rows, secretKey, isFirst, log, countBad });
  // A batch must not run in the async context of its first click.
  const runOutside = AsyncLocalStorage.snapshot();
  const dropped = Promise.resolve(false);
  let batches: OpenBatch[] = [];
  let droppedAt = -Infinity;
  let isStopped = false;
  const writing = new Set<Promise<boolean>>();

  const drop = (count: number): void => {
    droppedAt = performance.now();
    journalMetrics.dropped.inc(count);
  };
  const ended = (count: number, isSafe: boolean, begunAt: number): boolean => {
    journalMetrics.flushSeconds.observe((performance.now() - begunAt) / 1000);
    journalMetrics.flushSize.observe(count);
    if (!isSafe) drop(count);
    return isSafe;
  };
  const write = (batch: JournalBatch): boolean | Promise<boolean> => {
    const begunAt = performance.now();
    const written = sink.write(batch);
    if (typeof written === 'boolean') return ended(batch.count, written, begunAt);
    const settled = written
      .catch(() => false)
      .then((isSafe) => ended(batch.count, isSafe, begunAt))
      .finally(() => writing.delete(settled));
    writing.add(settled);
    return settled;
  };
  const flush = (): void => {
    const full = batches;
    batches = [];
    for (const batch of full) {
      batch.text += ']';
      batch.settle(write(batch));
    }
  };

  return {
    record(click: ClickRecord) {
      const text = clickText(click);
      if (isStopped || text.length > MAX_CHARACTERS) {
        drop(1);
        return dropped;
      }
      if (batches.length === 0) runOutside(() => void setImmediate(flush));
      let batch = batches.at(-1);
      if (batch === undefined || batch.text.length + text.length >= MAX_CHARACTERS) {
        const { promise, resolve } = Promise.withResolvers<boolean>();
        batches.push((batch = { text: '[', count: 0, isSafe: promise, settle: resolve }));
      }
      batch.text += batch.count === 0 ? text : `,${text}`;
      batch.count += 1;
      return batch.isSafe;
    },
    backlog: () => local.backlog(),
    isWaiting: () => local.isWaiting(),
    countedTo: (id, no) => local.countedTo(id, no),
    setAside: (reason) => local.setAside(reason),
    countBad,
    isDropping: () => performance.now() - droppedAt < DROPPING_MS,
    start: () => sink.start(),
    async stop() {
      isStopped = true;
      flush();
      await Promise.all(writing);
      await sink.stop();
    },
  };
}
