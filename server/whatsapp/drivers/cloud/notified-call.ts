import { isRecord, textOf } from './json';
import { heard, Malformed, needed, personOf, timeIn, type Heard, type Scene } from './notified';

/** Reads a call; answering it is not ours to do. */
export function callOf(item: unknown, scene: Scene): Heard {
  if (!isRecord(item)) throw new Malformed('The call is no object.');
  const isOurs = item['direction'] === 'BUSINESS_INITIATED';
  const [id, userId] = isOurs ? [item['to'], item['to_user_id']] : [item['from'], item['from_user_id']];
  const person = personOf(id, userId, scene.people);
  if (person === undefined) throw new Malformed('from is missing.');
  const status = textOf(item['status']) ?? textOf(item['event']) ?? 'connect';
  const groupId = textOf(item['group_id']);
  return heard({
    kind: 'call',
    person,
    providerCallId: needed(item['id'], 'id'),
    isVideo: item['is_video'] === true || item['call_type'] === 'video',
    status: status.toLowerCase(),
    rejected: /reject/i.test(status),
    ...(groupId === undefined ? {} : { providerGroupId: groupId }),
    at: timeIn(item, scene),
  });
}
