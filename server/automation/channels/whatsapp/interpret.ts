import type { PublicationError } from '../../../../shared/automation/publication-delivery';
import type { EventData, EventType } from '../../../../shared/events/events';
import type { SendError } from '../../../../shared/whatsapp/send-errors';
import type { DeliveryChange, ChannelEvent } from '../channel';

const STATUS_OF = {
  'whatsapp.message.queued': 'sending',
  'whatsapp.message.sent': 'sent',
  'whatsapp.message.delivered': 'delivered',
  'whatsapp.message.read': 'read',
  'whatsapp.message.played': 'read',
  'whatsapp.message.failed': 'failed',
  'whatsapp.message.unconfirmed': 'unconfirmed',
  'whatsapp.message.canceled': 'canceled',
} as const satisfies Partial<Record<EventType, DeliveryChange['status']>>;
type MessageEventType = keyof typeof STATUS_OF;

const CONNECTION = 'whatsapp.instance.status_changed';
export const HANDLED_EVENTS: readonly EventType[] = [...(Object.keys(STATUS_OF) as MessageEventType[]), CONNECTION];

const isMessageEvent = (type: EventType): type is MessageEventType => Object.hasOwn(STATUS_OF, type);

export function interpret({ type, data, createdAt }: ChannelEvent): DeliveryChange | null {
  if (!isMessageEvent(type)) return null;
  const { id, publication_delivery_id: deliveryId, error, ...message } = data as EventData<MessageEventType>;
  if (deliveryId === null) return null;
  const isLate = type === 'whatsapp.message.failed' && error?.code === 'message_expired';
  const at = { sent: message.sent_at, delivered: message.delivered_at, read: message.read_at };
  const status = STATUS_OF[type];
  const time = status in at ? at[status as keyof typeof at] : null;
  return {
    deliveryId,
    reference: id,
    status: isLate ? 'expired' : status,
    at: time === null ? createdAt : new Date(time),
    error: error && errorOf(error),
  };
}

const errorOf = ({ code, message, provider, retryable }: SendError): PublicationError => ({
  code,
  message,
  provider,
  retryable,
});

/** Reopens when an instance can send again. */
export function reopenedContainer({ type, data }: ChannelEvent): string | null {
  if (type !== CONNECTION) return null;
  const { id, status } = data as EventData<typeof CONNECTION>;
  return status === 'connected' || status === 'reconnecting' ? id : null;
}
