import type { InboundReason, InboundStage, InboundStatus } from '../../../shared/automation/inbound-request';
import type { Metrics } from '../../metrics';

/** No label per endpoint, since their number is unbounded. */
export function createInboundMetrics(metrics: Metrics) {
  const requests = metrics.counter('inbound_requests_total', 'Requests to inbound endpoints, by result and reason.', [
    'status',
    'reason',
  ]);
  const seconds = metrics.histogram(
    'inbound_seconds',
    'Duration of each stage of an inbound request, in seconds.',
    [0.0005, 0.002, 0.01, 0.05, 0.25, 1],
    ['stage'],
  );
  return {
    counted: (status: InboundStatus, reason: InboundReason | null): void =>
      requests.inc({ status, reason: reason ?? '' }),
    timed: (stage: InboundStage, milliseconds: number): void => seconds.observe({ stage }, milliseconds / 1000),
  };
}
export type InboundMetrics = ReturnType<typeof createInboundMetrics>;
