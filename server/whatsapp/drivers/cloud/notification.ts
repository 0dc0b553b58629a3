import type { StatusReason } from '../../../../shared/whatsapp/instance';
import type { News } from '../news';
import { isRecord, listOf, recordOf, textOf, type Json } from './json';
import { Malformed, peopleIn, type Heard, type Scene } from './notified';
import { accountReaderOf } from './notified-account';
import { callOf } from './notified-call';
import { isGroupField, groupNewsOf } from './notified-group';
import { readNotified, TooManyValues } from './notified-json';
import { messageNewsOf } from './notified-message';
import { statusNewsOf } from './notified-status';
import { templateReaderOf } from './notified-template';

/** Whom an item is about: the number, or where Meta names none, the account or the number as it is shown. */
export interface ItemSource {
  wabaId: string | null;
  phoneNumberId: string | null;
  /** Digits. */
  displayPhone: string | null;
  field: string;
  /** Where it stands in the notification. */
  path: string;
}

/** One message, status or other piece. A `malformed` or `unknown` one is never a reason to refuse the whole. */
export type NotifiedItem = ItemSource &
  (
    | {
        kind: 'news';
        news: News[];
        /** Why the account of the number cannot be used any more. */
        failed?: StatusReason | undefined;
      }
    | { kind: 'unknown'; type: string | null }
    | { kind: 'malformed'; reason: string }
  );

/** Meta bundles up to a thousand; of more the rest is left out, so that nobody’s notification holds up everybody. */
const MOST_ITEMS = 5000;

/** Reads every item of every change of every entry. `now` stands in where a time is missing. Never throws. */
export function parseNotification(body: Uint8Array | string, now: Date): NotifiedItem[] {
  const whole = { wabaId: null, phoneNumberId: null, displayPhone: null, field: '', path: '' };
  let notification: unknown;
  try {
    notification = readNotified(typeof body === 'string' ? body : new TextDecoder().decode(body));
  } catch (error) {
    if (!(error instanceof TooManyValues)) throw error;
    return [{ ...whole, kind: 'malformed', reason: error.message }];
  }
  if (!isRecord(notification)) return [{ ...whole, kind: 'malformed', reason: 'The body is no JSON object.' }];
  const { entry } = notification;
  if (!Array.isArray(entry)) return [{ ...whole, kind: 'malformed', reason: 'There is no list of entries.' }];

  const items: NotifiedItem[] = [];
  for (const item of itemsOf(entry, whole, now)) {
    if (items.length === MOST_ITEMS) {
      return [...items, { ...whole, kind: 'malformed', reason: `It has more than ${MOST_ITEMS} items.` }];
    }
    items.push(item);
  }
  return items;
}

function* itemsOf(entries: readonly unknown[], whole: ItemSource, now: Date): Generator<NotifiedItem> {
  for (const [index, entry] of entries.entries()) {
    const path = `entry[${index}]`;
    if (!isRecord(entry)) {
      yield { ...whole, path, kind: 'malformed', reason: 'The entry is no object.' };
      continue;
    }
    const wabaId = textOf(entry['id']) ?? null;
    for (const [at, change] of listOf(entry['changes']).entries()) {
      yield* changeItems({ ...whole, wabaId, path: `${path}.changes[${at}]` }, change, now);
    }
  }
}

function* changeItems(from: ItemSource, change: unknown, now: Date): Generator<NotifiedItem> {
  if (!isRecord(change) || !isRecord(change['value'])) {
    yield { ...from, kind: 'malformed', reason: 'The change has no value.' };
    return;
  }

  const { value } = change;
  const field = textOf(change['field']) ?? '';
  const metadata = recordOf(value['metadata']);
  const source: ItemSource = {
    ...from,
    field,
    phoneNumberId: textOf(metadata['phone_number_id']) ?? null,
    displayPhone: digitsOf(metadata['display_phone_number'] ?? value['display_phone_number']),
  };
  const scene: Scene = { value, now, displayPhone: source.displayPhone, people: peopleIn(value) };

  let isEmpty = true;
  for (const { name, list, read } of partsOf(field, value)) {
    for (const [index, item] of list.entries()) {
      isEmpty = false;
      yield itemOf({ ...source, path: `${from.path}.value.${name}[${index}]` }, () => read(item, scene));
    }
  }
  if (isEmpty) yield { ...source, kind: 'unknown', type: null };
}

interface Part {
  name: string;
  list: unknown[];
  read: (item: unknown, scene: Scene) => Heard;
}

/** What a change of that field holds; several lists may stand in one. */
function partsOf(field: string, value: Json): Part[] {
  if (isGroupField(field)) {
    const groups = value['groups'] ?? value['group'];
    return [{ name: 'groups', list: Array.isArray(groups) ? groups : [groups], read: groupNewsOf }];
  }
  const read = accountReaderOf(field) ?? templateReaderOf(field);
  if (read !== undefined && field !== 'user_preferences') return [{ name: 'value', list: [value], read }];

  const parts: Part[] = [
    { name: 'messages', list: listOf(value['messages']), read: messageNewsOf(false) },
    { name: 'message_echoes', list: listOf(value['message_echoes']), read: messageNewsOf(true) },
    { name: 'statuses', list: listOf(value['statuses']), read: statusNewsOf },
    { name: 'calls', list: listOf(value['calls']), read: callOf },
  ];
  if (read !== undefined) parts.push({ name: field, list: listOf(value[field]), read });
  return parts;
}

function itemOf(source: ItemSource, read: () => Heard): NotifiedItem {
  try {
    const heard = read();
    return heard.kind === 'unknown' ? { ...source, ...heard } : { ...source, ...heard, kind: 'news' };
  } catch (error) {
    const reason = error instanceof Malformed ? error.message : 'The item cannot be read.';
    return { ...source, kind: 'malformed', reason };
  }
}

function digitsOf(value: unknown): string | null {
  const digits = textOf(value)?.replace(/\D/g, '');
  return digits === undefined || digits === '' ? null : digits;
}
