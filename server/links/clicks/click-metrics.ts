import { Counter, Histogram } from 'prom-client';

import type { Metrics } from '../../metrics';
import type { FromDrain } from './drain/drain-messages';

export function createClickMetrics(metrics: Metrics, lagSeconds: () => number, backlogAgeMs: () => number) {
  const registers = [metrics.registry];
  const drainedClicks = new Counter({
    name: 'clicks_drained_total',
    help: 'Counted clicks, by class.',
    labelNames: ['class'],
    registers,
  });
  const seconds = new Histogram({
    name: 'click_drain_seconds',
    help: 'Duration of a batch that counts clicks, in seconds.',
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers,
  });
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
