import { defined } from '../../../defined';
import { isJsonObject, type JsonObject, asObject, asObjects } from '../../../json-object';
import type { GroupDetails, DriverGroupEvent, Person } from '../driver-events';
import { errorOf, faultOf, sendErrorOf } from './errors';
import { textOf } from './json';
import {
  parsedEvents,
  Malformed,
  needed,
  NOBODY,
  personOf,
  timeIn,
  unknown,
  type ParsedItem,
  type NotificationContext,
} from './notified';

/** Meta's documents and notifications differ in number. */
export const isGroupField = (field: string): boolean =>
  /^groups?_(?:lifecycles?|participants?|settings?|status(?:es)?)_updates?$/.test(field);

type Change = DriverGroupEvent['change'];

export function groupEventsOf(item: unknown, context: NotificationContext): ParsedItem {
  if (!isJsonObject(item)) throw new Malformed('The group is no object.');
  const type = needed(item['type'], 'type').replaceAll(/participant(?!s)/g, 'participants');
  const change = changeOf(item, type, context);
  if (change === undefined) return unknown(type);

  const requestId = textOf(item['request_id']);
  // A group that could not be created has no id.
  const providerGroupId = change.action === 'creation_failed' ? (textOf(item['group_id']) ?? '') : groupIdOf(item);
  return parsedEvents({
    kind: 'group',
    providerGroupId,
    ...(requestId === undefined ? {} : { requestId }),
    change,
    at: timeIn(item, context),
  });
}

const groupIdOf = (item: JsonObject): string => needed(item['group_id'] ?? item['id'], 'group_id');

function changeOf(item: JsonObject, type: string, context: NotificationContext): Change | undefined {
  switch (type) {
    case 'group_create':
      return creationOf(item);
    case 'group_delete':
      return failureOf(item) ? undefined : { action: 'deleted' };
    case 'group_settings_update':
    case 'group_setting_update':
      return { action: 'details', details: detailsOf(item) };
    case 'group_add_participants':
    case 'group_participants_add':
      return { action: 'added', people: peopleOf(item['added_participants'] ?? item['added_participant']) };
    case 'group_remove_participants':
    case 'group_participants_remove':
      return { action: 'removed', people: peopleOf(item['removed_participants'] ?? item['removed_participant']) };
    case 'group_join_request_created':
      return joinRequestOf(item, context);
    case 'group_join_request_revoked':
      return { action: 'join_request_ended', requestIds: [needed(item['join_request_id'], 'join_request_id')] };
    case 'group_suspend':
      return { action: 'suspended' };
    case 'group_suspend_cleared':
      return { action: 'resumed' };
    default:
      return undefined;
  }
}

const failureOf = (item: JsonObject): JsonObject | undefined => asObjects(item['errors'])[0];

function creationOf(item: JsonObject): Change {
  const failure = failureOf(item);
  if (failure === undefined) return { action: 'details', details: detailsOf(item) };
  const fault = faultOf(failure);
  const error = fault === undefined ? errorOf('provider_rejected') : sendErrorOf(fault, { httpStatus: null });
  return { action: 'creation_failed', error };
}

function joinRequestOf(item: JsonObject, context: NotificationContext): Change {
  const person = personOf(item['wa_id'], item['user_id'], NOBODY);
  if (person === undefined) throw new Malformed('wa_id is missing.');
  const requestId = needed(item['join_request_id'], 'join_request_id');
  return { action: 'join_requested', requests: [{ requestId, person, at: timeIn(item, context) }] };
}

const MAX_PEOPLE = 1024;

function peopleOf(list: unknown): Person[] {
  const entries = Array.isArray(list) ? asObjects(list.slice(0, MAX_PEOPLE)) : [asObject(list)];
  return entries.flatMap((entry) => personOf(entry['wa_id'] ?? entry['input'], entry['user_id'], NOBODY) ?? []);
}

/** Either the plain value or `{text, update_successful}` after a request. */
function changed(plain: unknown, wrapped: unknown): string | undefined {
  if (!isJsonObject(wrapped)) return textOf(plain);
  return wrapped['update_successful'] === false ? undefined : textOf(wrapped['text']);
}

export function detailsOf(item: JsonObject): GroupDetails {
  const subject = changed(item['subject'], item['group_subject']);
  const description = changed(item['description'], item['group_description']);
  const inviteLink = textOf(item['invite_link']);
  const mode = textOf(item['join_approval_mode']);
  return {
    ...defined({ subject, description, inviteLink }),
    ...(mode === undefined ? {} : { joinApproval: mode === 'approval_required' }),
  };
}
