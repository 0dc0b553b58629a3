import { Counter, Gauge, Histogram } from 'prom-client';

import type { Store } from '../../db/database';
import type { Metrics } from '../../metrics';
import { type ClaimedDelivery, countOpen } from '../system/deliveries';
import type { Lanes } from './lanes/lanes';
import type { Slots } from './lanes/slots';
import type { Flushed, Result } from './results';
import type { Sent } from './sending/sender';
import { isSingleAttempt } from './settle';

export function createDeliveryMetrics(
  metrics: Metrics,
  { store, slots, lanes, now }: { store: Store; slots: Slots; lanes: Lanes; now: () => number },
) {
  const { registry } = metrics;
  const registers = [registry];
  const attempts = new Counter({
    name: 'webhook_delivery_attempts_total',
    help: 'Delivery attempts, by result code and status class.',
    labelNames: ['code', 'class'],
    registers,
  });
  const endToEnd = new Histogram({
    name: 'webhook_end_to_end_seconds',
    help: 'Time from the event to its 2xx answer, in seconds.',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 300, 3600],
    registers,
  });
  const flushRows = new Histogram({
    name: 'webhook_flush_rows',
    help: 'Delivery results per transaction.',
    buckets: [1, 4, 16, 64, 256],
    registers,
  });
  const flushSeconds = new Histogram({
    name: 'webhook_flush_seconds',
    help: 'Time to write delivery results, in seconds.',
    buckets: [0.001, 0.002, 0.005, 0.01, 0.05, 0.25, 1],
    registers,
  });
  const late = new Counter({
    name: 'webhook_late_results_total',
    help: 'Results that arrived after the delivery had already continued.',
    registers,
  });
  const blocked = new Counter({
    name: 'webhook_ssrf_blocked_total',
    help: 'Attempts blocked because of a forbidden address.',
    registers,
  });
  const disabled = new Counter({
    name: 'webhook_disabled_total',
    help: 'Webhooks that Switchboard disabled.',
    labelNames: ['reason'],
    registers,
  });
  const dns = new Histogram({
    name: 'webhook_dns_seconds',
    help: 'Time of the DNS lookup, in seconds.',
    labelNames: ['result'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2, 4],
    registers,
  });
  registry.registerMetric(
    new Gauge({
      name: 'webhook_inflight',
      help: 'Requests waiting for an answer, by age: below and above 300 ms.',
      labelNames: ['lane'],
      registers: [],
      collect() {
        this.set({ lane: 'fast' }, slots.used.fast);
        this.set({ lane: 'slow' }, slots.used.all - slots.used.fast);
      },
    }),
  );

  registry.registerMetric(
    new Gauge({
      name: 'webhook_pending',
      help: 'Open deliveries by state, counted up to 100,000 per state.',
      labelNames: ['state'],
      registers: [],
      async collect() {
        for (const state of ['pending', 'in_flight'] as const) this.set({ state }, await countOpen(store, state));
      },
    }),
  );

  let lagMs = 0;
  const connections = { reused: 0, all: 0 };
  metrics.gauge('webhook_queue_lag_seconds', 'Age of the oldest due delivery at the last check.', () => lagMs / 1000);
  metrics.gauge('webhook_conn_reuse_ratio', 'Share of requests on a reused connection.', () =>
    connections.all === 0 ? 0 : connections.reused / connections.all,
  );
  metrics.gauge(
    'webhook_breaker_open',
    'Webhooks with an open circuit breaker: nothing is sent to them for now.',
    () => {
      const at = now();
      return [...lanes.all()].filter(({ lane }) => (lane.openUntil ?? 0) > at).length;
    },
  );

  return {
    lag: (milliseconds: number): void => void (lagMs = Math.max(0, milliseconds)),

    attempted(delivery: ClaimedDelivery, { record, outcome }: Sent, at: number): void {
      attempts.inc({
        code: record.code,
        class: record.status === null ? 'none' : `${Math.floor(record.status / 100)}xx`,
      });
      if (outcome === 'blocked') blocked.inc();
      if (outcome === 'success' && !isSingleAttempt(delivery))
        endToEnd.observe(Math.max(0, at - delivery.createdAt) / 1000);
      if (record.dnsMs !== null) dns.observe({ result: 'ok' }, record.dnsMs / 1000);
      else if (record.code === 'dns_error' || record.code === 'dns_timeout') {
        dns.observe({ result: record.code }, record.totalMs / 1000);
      }
      connections.all += 1;
      if (record.flags.reused) connections.reused += 1;
    },

    flushed(results: readonly Result[], flushed: Flushed, milliseconds: number): void {
      flushRows.observe(results.length);
      flushSeconds.observe(milliseconds / 1000);
      if (flushed.late > 0) late.inc(flushed.late);
      for (const { reason } of flushed.disabled) disabled.inc({ reason });
    },
  };
}
export type DeliveryMetrics = ReturnType<typeof createDeliveryMetrics>;
