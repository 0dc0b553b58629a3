import { Counter, Histogram } from 'prom-client';

import type { Metrics } from '../metrics';
import type { SendResult, WaDriver } from './drivers/driver';

/** No label per instance, whose number is unbounded. */
export function createWhatsAppMetrics(metrics: Metrics, inFlight: () => number) {
  const registers = [metrics.registry];
  const sends = new Counter({
    name: 'whatsapp_sends_total',
    help: 'Messages passed to a driver, by result.',
    labelNames: ['driver', 'outcome'],
    registers,
  });
  const seconds = new Histogram({
    name: 'whatsapp_send_seconds',
    help: 'Response time of the driver, in seconds.',
    labelNames: ['driver'],
    buckets: [0.005, 0.025, 0.1, 0.25, 1, 5, 20],
    registers,
  });
  const lost = new Counter({
    name: 'whatsapp_lost_sends_total',
    help: 'Messages without a known result.',
    registers,
  });
  metrics.gauge('whatsapp_inflight', 'Messages waiting for the answer of a driver.', inFlight);
  return {
    sent(driver: WaDriver['kind'], outcome: SendResult['outcome'], milliseconds: number): void {
      sends.inc({ driver, outcome });
      seconds.observe({ driver }, milliseconds / 1000);
    },
    lost: (count: number): void => lost.inc(count),
  };
}
export type WhatsAppMetrics = ReturnType<typeof createWhatsAppMetrics>;
