import type { Metrics } from '../../metrics';

type Receipt = 'stored' | 'unsigned' | 'unknown_address' | 'too_large' | 'compressed' | 'failed';
type ItemResult = 'applied' | 'failed' | 'malformed' | 'unknown_type' | 'unknown_number';

export function createIngressMetrics(metrics: Pick<Metrics, 'counter'>) {
  const notifications = metrics.counter('whatsapp_notifications_total', 'Received notifications of Meta, by result.', [
    'outcome',
  ]);
  const items = metrics.counter(
    'whatsapp_notified_items_total',
    'Messages, statuses and other items of notifications, by result.',
    ['outcome'],
  );
  return {
    notification: (outcome: Receipt): void => notifications.inc({ outcome }),
    item: (outcome: ItemResult): void => items.inc({ outcome }),
  };
}
export type IngressMetrics = ReturnType<typeof createIngressMetrics>;
