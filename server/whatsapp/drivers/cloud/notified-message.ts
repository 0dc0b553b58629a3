import { defined } from '../../../defined';
import { isJsonObject, type JsonObject, asObject } from '../../../json-object';
import type { DriverEvent, DriverMessageEvent, Person, Place } from '../driver-events';
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
import { type Content, contentOf } from './notified-content';

interface Setting {
  place: Place;
  sender: Person;
  at: Date;
  isEcho: boolean;
}

export const messageEventsOf =
  (isEcho: boolean) =>
  (item: unknown, context: NotificationContext): ParsedItem => {
    if (!isJsonObject(item)) throw new Malformed('The message is no object.');
    const setting = settingOf(item, context, isEcho);
    const type = needed(item['type'], 'type');
    switch (type) {
      case 'reaction':
        return parsedEvents(reactionOf(item, setting));
      case 'edit':
        return parsedEvents(editOf(item, setting));
      case 'revoke':
        return parsedEvents(revokeOf(item, setting));
      default:
        return parsedEvents(messageOf(item, type, setting), ...contactEvents(item, setting));
    }
  };

function settingOf(item: JsonObject, context: NotificationContext, isEcho: boolean): Setting {
  const { people } = context;
  const at = timeIn(item, context);
  const groupId = textOf(item['group_id']);
  if (isEcho) {
    const person = personOf(item['to'], item['to_user_id'], people);
    if (person === undefined && groupId === undefined) throw new Malformed('to is missing.');
    const own = textOf(item['from'])?.replace(/\D/g, '') ?? context.displayPhone;
    const place = groupId === undefined ? directTo(person ?? {}) : groupPlace(groupId);
    return { place, sender: own === null || own === '' ? {} : { phone: own }, at, isEcho };
  }
  const sender = personOf(item['from'], item['from_user_id'] ?? item['user_id'], people);
  if (sender === undefined) throw new Malformed('from is missing.');
  return { place: groupId === undefined ? directTo(sender) : groupPlace(groupId), sender, at, isEcho };
}

const directTo = (person: Person): Place => ({ type: 'direct', person });
const groupPlace = (providerGroupId: string): Place => ({ type: 'group', providerGroupId });

function messageOf(item: JsonObject, type: string, { place, sender, at, isEcho }: Setting): DriverMessageEvent {
  const context = asObject(item['context']);
  const replyTo = textOf(context['id']);
  const referral =
    isJsonObject(item['referral']) && Object.keys(item['referral']).length > 0 ? item['referral'] : undefined;
  const product = isJsonObject(context['referred_product']) ? context['referred_product'] : undefined;
  const { content, media } = bounded(contentOf(item, type), type);
  return {
    kind: 'message',
    place,
    sender,
    isEcho,
    providerMessageId: needed(item['id'], 'id'),
    at,
    content,
    ...defined({ media, replyTo }),
    ...(context['forwarded'] === true || context['frequently_forwarded'] === true ? { forwarded: true } : {}),
    ...(referral === undefined && product === undefined
      ? {}
      : { context: { ...(referral && { referral }), ...(product && { product }) } }),
  };
}

/** Larger content is stored as unknown, since it is copied into events and deliveries. */
const MAX_CHARACTERS = 524_288;

function bounded(read: Content, type: string): Content {
  if (JSON.stringify(read.content).length <= MAX_CHARACTERS) return read;
  return { content: { type: 'unsupported', provider_type: type, reason: 'It is too large to be kept.' } };
}

const targetOf = (body: JsonObject, key: string, { place, sender, at, isEcho }: Setting) => ({
  providerMessageId: needed(body[key], key),
  place,
  by: sender,
  isOurs: isEcho,
  at,
});

function reactionOf(item: JsonObject, setting: Setting): DriverEvent {
  const body = asObject(item['reaction']);
  return { kind: 'reaction', ...targetOf(body, 'message_id', setting), emoji: textOf(body['emoji']) ?? null };
}

function editOf(item: JsonObject, setting: Setting): DriverEvent {
  const body = asObject(item['edit']);
  const message = asObject(body['message']);
  const changed = asObject(message[textOf(message['type']) ?? 'text']);
  const text = textOf(changed['body']) ?? textOf(changed['caption']) ?? '';
  return { kind: 'edit', ...targetOf(body, 'original_message_id', setting), text };
}

const revokeOf = (item: JsonObject, setting: Setting): DriverEvent => ({
  kind: 'revoke',
  ...targetOf(asObject(item['revoke']), 'original_message_id', setting),
});

/** A changed number or device updates the contact too. */
function contactEvents(item: JsonObject, { sender }: Setting): DriverEvent[] {
  const system = asObject(item['system']);
  const type = textOf(system['type']);
  if (type === 'customer_identity_changed') return [{ kind: 'contact', person: sender, identityChanged: true }];
  const phone = textOf(system['wa_id']) ?? textOf(system['new_wa_id']);
  if (!isNumberChange(type) || phone === undefined || sender.phone === undefined) return [];
  return [{ kind: 'contact', person: { ...sender, phone }, oldPhone: sender.phone }];
}

/** Meta's older name is `customer_changed_number`. */
const isNumberChange = (type: string | undefined): boolean =>
  type === 'user_changed_number' || type === 'customer_changed_number';
