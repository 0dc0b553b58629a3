import { isJsonObject, type JsonObject, asObject, asList } from '../../../json-object';
import { textOf } from './json';
import { Malformed, peopleIn, type ParsedItem, type NotificationContext } from './notified';
import { accountReaderOf } from './notified-account';
import { callOf } from './notified-call';
import { isGroupField, groupEventsOf } from './notified-group';
import { readNotified, TooManyValues } from './notified-json';
import { messageEventsOf } from './notified-message';
import { statusEventsOf } from './notified-status';
import { templateReaderOf } from './notified-template';

interface ItemSource {
  wabaId: string | null;
  phoneNumberId: string | null;
  displayPhone: string | null;
  field: string;
  path: string;
}

/** Malformed and unknown items do not invalidate the others. */
export type NotifiedItem = ItemSource & (ParsedItem | { kind: 'malformed'; reason: string });

/** Meta sends up to a thousand; the bound keeps one notification from blocking others. */
const MAX_ITEMS = 5000;

/** `now` replaces missing times. Never throws. */
export function parseNotification(body: Uint8Array | string, now: Date): NotifiedItem[] {
  const whole = { wabaId: null, phoneNumberId: null, displayPhone: null, field: '', path: '' };
  let notification: unknown;
  try {
    notification = readNotified(typeof body === 'string' ? body : new TextDecoder().decode(body));
  } catch (error) {
    if (!(error instanceof TooManyValues)) throw error;
    return [{ ...whole, kind: 'malformed', reason: error.message }];
  }
  if (!isJsonObject(notification)) return [{ ...whole, kind: 'malformed', reason: 'The body is no JSON object.' }];
  const { entry } = notification;
  if (!Array.isArray(entry)) return [{ ...whole, kind: 'malformed', reason: 'There is no list of entries.' }];

  const items: NotifiedItem[] = [];
  for (const item of itemsOf(entry, whole, now)) {
    if (items.length === MAX_ITEMS) {
      return [...items, { ...whole, kind: 'malformed', reason: `It has more than ${MAX_ITEMS} items.` }];
    }
    items.push(item);
  }
  return items;
}

function* itemsOf(entries: readonly unknown[], whole: ItemSource, now: Date): Generator<NotifiedItem> {
  for (const [index, entry] of entries.entries()) {
    const path = `entry[${index}]`;
    if (!isJsonObject(entry)) {
      yield { ...whole, path, kind: 'malformed', reason: 'The entry is no object.' };
      continue;
    }
    const wabaId = textOf(entry['id']) ?? null;
    for (const [at, change] of asList(entry['changes']).entries()) {
      yield* changeItems({ ...whole, wabaId, path: `${path}.changes[${at}]` }, change, now);
    }
  }
}

function* changeItems(from: ItemSource, change: unknown, now: Date): Generator<NotifiedItem> {
  if (!isJsonObject(change) || !isJsonObject(change['value'])) {
    yield { ...from, kind: 'malformed', reason: 'The change has no value.' };
    return;
  }

  const { value } = change;
  const field = textOf(change['field']) ?? '';
  const metadata = asObject(value['metadata']);
  const source: ItemSource = {
    ...from,
    field,
    phoneNumberId: textOf(metadata['phone_number_id']) ?? null,
    displayPhone: digitsOf(metadata['display_phone_number'] ?? value['display_phone_number']),
  };
  const context: NotificationContext = { value, now, displayPhone: source.displayPhone, people: peopleIn(value) };

  let isEmpty = true;
  for (const { name, list, read } of partsOf(field, value)) {
    for (const [index, item] of list.entries()) {
      isEmpty = false;
      yield itemOf({ ...source, path: `${from.path}.value.${name}[${index}]` }, () => read(item, context));
    }
  }
  if (isEmpty) yield { ...source, kind: 'unknown', type: null };
}

interface ListReader {
  name: string;
  list: unknown[];
  read: (item: unknown, context: NotificationContext) => ParsedItem;
}

function partsOf(field: string, value: JsonObject): ListReader[] {
  if (isGroupField(field)) {
    const groups = value['groups'] ?? value['group'];
    return [{ name: 'groups', list: Array.isArray(groups) ? groups : [groups], read: groupEventsOf }];
  }
  const read = accountReaderOf(field) ?? templateReaderOf(field);
  if (read !== undefined && field !== 'user_preferences') return [{ name: 'value', list: [value], read }];

  const parts: ListReader[] = [
    { name: 'messages', list: asList(value['messages']), read: messageEventsOf(false) },
    { name: 'message_echoes', list: asList(value['message_echoes']), read: messageEventsOf(true) },
    { name: 'statuses', list: asList(value['statuses']), read: statusEventsOf },
    { name: 'calls', list: asList(value['calls']), read: callOf },
  ];
  if (read !== undefined) parts.push({ name: field, list: asList(value[field]), read });
  return parts;
}

function itemOf(source: ItemSource, read: () => ParsedItem): NotifiedItem {
  try {
    return { ...source, ...read() };
  } catch (error) {
    const reason = error instanceof Malformed ? error.message : 'The item cannot be read.';
    return { ...source, kind: 'malformed', reason };
  }
}

function digitsOf(value: unknown): string | null {
  const digits = textOf(value)?.replace(/\D/g, '');
  return digits === undefined || digits === '' ? null : digits;
}
