import type { Store } from '../../db/database';
import type { Metrics } from '../../metrics';
import { type ClaimedDelivery, countDeliveries } from '../system/deliveries';
import type { LaneCache } from './lanes/lane-cache';
import type { Slots } from './lanes/slots';
import type { SentAttempt } from './sending/sender';
import { isSingleAttempt } from './settlement';
import type { FlushResult, DeliveryResult } from './write-results';

export function createDeliveryMetrics(
  metrics: Metrics,
  { store, slots, lanes, now }: { store: Store; slots: Slots; lanes: LaneCache; now: () => number },
) {
  const attempts = metrics.counter(
    'webhook_delivery_attempts_total',
    'Delivery attempts, by result code and status class.',
    ['code', 'class'],
  );
  const endToEnd = metrics.histogram(
    'webhook_end_to_end_seconds',
    'Time from the event to its 2xx answer, in seconds.',
    [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 300, 3600],
  );
  const flushRows = metrics.histogram('webhook_flush_rows', 'Delivery results per transaction.', [1, 4, 16, 64, 256]);
  const flushSeconds = metrics.histogram(
    'webhook_flush_seconds',
    'Time to write delivery results, in seconds.',
    [0.001, 0.002, 0.005, 0.01, 0.05, 0.25, 1],
  );
  const late = metrics.counter(
    'webhook_late_results_total',
    'Results that arrived after the delivery had already continued.',
  );
  const blocked = metrics.counter('webhook_ssrf_blocked_total', 'Attempts blocked because of a forbidden address.');
  const disabled = metrics.counter('webhook_disabled_total', 'Webhooks that Switchboard disabled.', ['reason']);
  const dns = metrics.histogram(
    'webhook_dns_seconds',
    'Time of the DNS lookup, in seconds.',
    [0.001, 0.005, 0.025, 0.1, 0.5, 2, 4],
    ['result'],
  );
  metrics.gauge(
    'webhook_inflight',
    'Requests waiting for an answer, by age: below and above 300 ms.',
    () => [
      [{ lane: 'fast' }, slots.used.fast],
      [{ lane: 'slow' }, slots.used.all - slots.used.fast],
    ],
    ['lane'],
  );
  metrics.gauge(
    'webhook_pending',
    'Open deliveries by state, counted up to 100,000 per state.',
    async () => [
      [{ state: 'pending' }, await countDeliveries(store, 'pending')],
      [{ state: 'in_flight' }, await countDeliveries(store, 'in_flight')],
    ],
    ['state'],
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

    attempted(delivery: ClaimedDelivery, { record, resultClass }: SentAttempt, at: number): void {
      attempts.inc({
        code: record.code,
        class: record.status === null ? 'none' : `${Math.floor(record.status / 100)}xx`,
      });
      if (resultClass === 'blocked') blocked.inc();
      if (resultClass === 'success' && !isSingleAttempt(delivery))
        endToEnd.observe(Math.max(0, at - delivery.createdAt) / 1000);
      if (record.dnsMs !== null) dns.observe({ result: 'ok' }, record.dnsMs / 1000);
      else if (record.code === 'dns_error' || record.code === 'dns_timeout') {
        dns.observe({ result: record.code }, record.totalMs / 1000);
      }
      connections.all += 1;
      if (record.flags.reused) connections.reused += 1;
    },

    flushed(results: readonly DeliveryResult[], flushed: FlushResult, milliseconds: number): void {
      flushRows.observe(results.length);
      flushSeconds.observe(milliseconds / 1000);
      if (flushed.late > 0) late.inc(flushed.late);
      for (const { reason } of flushed.disabled) disabled.inc({ reason });
    },
  };
}
export type DeliveryMetrics = ReturnType<typeof createDeliveryMetrics>;
