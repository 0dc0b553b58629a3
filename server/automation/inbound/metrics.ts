import { Counter, Histogram } from 'prom-client';

import type { InboundReason, InboundStage, InboundStatus } from '../../../shared/automation/inbound-request';
import type { Metrics } from '../../metrics';

/** No label per endpoint, whose number is unbounded. */
export function createInboundMetrics({ registry }: Metrics) {
  const registers = [registry];
  const requests = new Counter({
    name: 'inbound_requests_total',
    help: 'Requests to inbound endpoints, by result and reason.',
    labelNames: ['status', 'reason'],
    registers,
  });
  const seconds = new Histogram({
    name: 'inbound_seconds',
    help: 'Duration of each stage of an inbound request, in seconds.',
    labelNames: ['stage'],
    buckets: [0.0005, 0.002, 0.01, 0.05, 0.25, 1],
    registers,
  });
  return {
    counted: (status: InboundStatus, reason: InboundReason | null): void =>
      requests.inc({ status, reason: reason ?? '' }),
    timed: (stage: InboundStage, milliseconds: number): void => seconds.observe({ stage }, milliseconds / 1000),
  };
}
export type InboundMetrics = ReturnType<typeof createInboundMetrics>;
