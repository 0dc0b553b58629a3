import { isJsonObject } from '../../../json-object';
import { textOf } from './json';
import {
  parsedEvents,
  Malformed,
  needed,
  personOf,
  timeIn,
  type ParsedItem,
  type NotificationContext,
} from './notified';

export function callOf(item: unknown, context: NotificationContext): ParsedItem {
  if (!isJsonObject(item)) throw new Malformed('The call is no object.');
  const isOurs = item['direction'] === 'BUSINESS_INITIATED';
  const [id, userId] = isOurs ? [item['to'], item['to_user_id']] : [item['from'], item['from_user_id']];
  const person = personOf(id, userId, context.people);
  if (person === undefined) throw new Malformed('from is missing.');
  const status = textOf(item['status']) ?? textOf(item['event']) ?? 'connect';
  const groupId = textOf(item['group_id']);
  return parsedEvents({
    kind: 'call',
    person,
    providerCallId: needed(item['id'], 'id'),
    isVideo: item['is_video'] === true || item['call_type'] === 'video',
    status: status.toLowerCase(),
    rejected: /reject/i.test(status),
    ...(groupId === undefined ? {} : { providerGroupId: groupId }),
    at: timeIn(item, context),
  });
}
