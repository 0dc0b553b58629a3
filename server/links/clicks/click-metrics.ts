import type { Metrics } from '../../metrics';
import type { FromDrain } from './drain/drain-messages';

export function createClickMetrics(metrics: Metrics, lagSeconds: () => number, backlogAgeMs: () => number) {
  const drainedClicks = metrics.counter('clicks_drained_total', 'Counted clicks, by class.', ['class']);
  const seconds = metrics.histogram(
    'click_drain_seconds',
    'Duration of a batch that counts clicks, in seconds.',
    [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
  );
  metrics.gauge(
    'click_backlog_age_seconds',
    'Age of the oldest click that is not counted yet.',
    () => backlogAgeMs() / 1000,
  );
  metrics.gauge('click_settle_lag_seconds', 'Age of the oldest click whose events are not written yet.', lagSeconds);

  return {
    drained(message: Extract<FromDrain, { type: 'drained' }>): void {
      seconds.observe(message.seconds);
      for (const [name, count] of Object.entries(message.classes)) drainedClicks.inc({ class: name }, count);
    },
  };
}
