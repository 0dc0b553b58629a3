import type { Metrics } from '../../../metrics';

/** No label per link, since their number is unbounded. */
export function createJournalMetrics(metrics: Metrics, backlogBytes: () => number) {
  metrics.gauge('click_backlog_bytes', 'Bytes of clicks that are not counted yet.', backlogBytes);

  return {
    flushSeconds: metrics.histogram(
      'click_flush_seconds',
      'Time until a batch of clicks is stored, in seconds.',
      [0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 1],
    ),
    flushSize: metrics.histogram('click_flush_size', 'Clicks per stored batch.', [1, 4, 16, 64, 256]),
    dropped: metrics.counter('clicks_dropped_total', 'Clicks that could not be stored.'),
    badBatches: metrics.counter(
      'click_journal_bad_frames_total',
      'Batches and files of the click journal that could not be read.',
    ),
  };
}
