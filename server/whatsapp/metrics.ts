import type { Metrics } from '../metrics';
import type { SendResult, WaDriver } from './drivers/driver';

/** No label per instance, whose number is unbounded. */
export function createWhatsAppMetrics(metrics: Metrics, inFlight: () => number) {
  const sends = metrics.counter('whatsapp_sends_total', 'Messages passed to a driver, by result.', [
    'driver',
    'outcome',
  ]);
  const seconds = metrics.histogram(
    'whatsapp_send_seconds',
    'Response time of the driver, in seconds.',
    [0.005, 0.025, 0.1, 0.25, 1, 5, 20],
    ['driver'],
  );
  const lost = metrics.counter('whatsapp_lost_sends_total', 'Messages without a known result.');
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
