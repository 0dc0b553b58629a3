import { Counter } from 'prom-client';

import type { Metrics } from '../../metrics';

type Receipt = 'stored' | 'unsigned' | 'unknown_address' | 'too_large' | 'failed';
type ItemResult = 'applied' | 'failed' | 'malformed' | 'unknown_type' | 'unknown_number';

export function createIngressMetrics({ registry }: Pick<Metrics, 'registry'>) {
  const registers = [registry];
  const notifications = new Counter({
    name: 'whatsapp_notifications_total',
    help: 'Received notifications of Meta, by result.',
    labelNames: ['outcome'],
    registers,
  });
  const items = new Counter({
    name: 'whatsapp_notified_items_total',
    help: 'Messages, statuses and other items of notifications, by result.',
    labelNames: ['outcome'],
    registers,
  });
  return {
    notification: (outcome: Receipt): void => notifications.inc({ outcome }),
    item: (outcome: ItemResult): void => items.inc({ outcome }),
  };
}
export type IngressMetrics = ReturnType<typeof createIngressMetrics>;
