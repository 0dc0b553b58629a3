import { Counter, Histogram } from 'prom-client';

import type { Metrics } from '../../../metrics';

/** A label per link would be unbounded. */
export function createJournalMetrics(metrics: Metrics, backlogBytes: () => number) {
  const registers = [metrics.registry];
  metrics.gauge('click_backlog_bytes', 'Bytes of clicks that are not counted yet.', backlogBytes);

  return {
    flushSeconds: new Histogram({
      name: 'click_flush_seconds',
      help: 'Time until a batch of clicks is stored, in seconds.',
      buckets: [0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 1],
      registers,
    }),
    flushSize: new Histogram({
      name: 'click_flush_size',
      help: 'Clicks per stored batch.',
      buckets: [1, 4, 16, 64, 256],
      registers,
    }),
    dropped: new Counter({ name: 'clicks_dropped_total', help: 'Clicks that could not be stored.', registers }),
    badBatches: new Counter({
      name: 'click_journal_bad_frames_total',
      help: 'Batches and files of the click journal that could not be read.',
      registers,
    }),
  };
}
