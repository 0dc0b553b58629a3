import { defined } from '../../../defined';
import { isJsonObject, asObjects } from '../../../json-object';
import type { DriverStatusEvent } from '../driver-events';
import { healthOf } from './account-effects';
import { errorOf, faultOf, sendErrorOf } from './errors';
import { textOf } from './json';
import {
  parsedEvents,
  Malformed,
  personOf,
  timeIn,
  unknown,
  type ParsedItem,
  type NotificationContext,
} from './notified';

const STATUSES = ['sent', 'delivered', 'read', 'played', 'failed'] as const;

export function statusEventsOf(item: unknown, context: NotificationContext): ParsedItem {
  if (!isJsonObject(item)) throw new Malformed('The status is no object.');
  const status = STATUSES.find((name) => name === item['status']);
  if (status === undefined) {
    if (textOf(item['status']) === undefined) throw new Malformed('status is missing.');
    return unknown(item['status']);
  }
  const providerMessageId = textOf(item['id']);
  const messageId = textOf(item['biz_opaque_callback_data']);
  if (providerMessageId === undefined && messageId === undefined) throw new Malformed('id is missing.');

  const isGroup = item['recipient_type'] === 'group';
  const { people } = context;
  const recipient = isGroup ? undefined : personOf(item['recipient_id'], item['recipient_user_id'], people);
  const participant = textOf(item['recipient_participant_id'] ?? item['recipient_participant_user_id'])
    ? personOf(item['recipient_participant_id'], item['recipient_participant_user_id'], people)
    : undefined;
  const fault = faultOf(asObjects(item['errors'])[0]);
  const error = fault === undefined ? errorOf('provider_rejected') : sendErrorOf(fault, { httpStatus: null });
  const health = status === 'failed' ? healthOf(error, context.now) : undefined;

  const event: DriverStatusEvent = {
    kind: 'status',
    ...defined({ providerMessageId, messageId }),
    status,
    at: timeIn(item, context),
    ...defined({ recipient, participant }),
    ...(status === 'failed' ? { error } : {}),
  };
  return health === undefined ? parsedEvents(event) : parsedEvents(event, health);
}
