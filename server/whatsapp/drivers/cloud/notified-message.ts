import type { News, MessageNews, Person, Place } from '../news';
import { isRecord, recordOf, textOf, type Json } from './json';
import { heard, Malformed, needed, personOf, timeIn, type Heard, type Scene } from './notified';
import { type Content, contentOf } from './notified-content';

interface Setting {
  place: Place;
  sender: Person;
  at: Date;
  isEcho: boolean;
}

/** Reads messages that a user wrote, or (`isEcho`) those that were written on our own handset. */
export const messageNewsOf =
  (isEcho: boolean) =>
  (item: unknown, scene: Scene): Heard => {
    if (!isRecord(item)) throw new Malformed('The message is no object.');
    const setting = settingOf(item, scene, isEcho);
    const type = needed(item['type'], 'type');
    switch (type) {
      case 'reaction':
        return heard(reactionOf(item, setting));
      case 'edit':
        return heard(editOf(item, setting));
      case 'revoke':
        return heard(revokeOf(item, setting));
      default:
        return heard(messageOf(item, type, setting), ...contactNews(item, setting));
    }
  };

function settingOf(item: Json, scene: Scene, isEcho: boolean): Setting {
  const { people } = scene;
  const at = timeIn(item, scene);
  const groupId = textOf(item['group_id']);
  if (isEcho) {
    const person = personOf(item['to'], item['to_user_id'], people);
    if (person === undefined && groupId === undefined) throw new Malformed('to is missing.');
    const own = textOf(item['from'])?.replace(/\D/g, '') ?? scene.displayPhone;
    const place = groupId === undefined ? directTo(person ?? {}) : groupPlace(groupId);
    return { place, sender: own === null || own === '' ? {} : { phone: own }, at, isEcho };
  }
  const sender = personOf(item['from'], item['from_user_id'] ?? item['user_id'], people);
  if (sender === undefined) throw new Malformed('from is missing.');
  return { place: groupId === undefined ? directTo(sender) : groupPlace(groupId), sender, at, isEcho };
}

const directTo = (person: Person): Place => ({ type: 'direct', person });
const groupPlace = (providerGroupId: string): Place => ({ type: 'group', providerGroupId });

function messageOf(item: Json, type: string, { place, sender, at, isEcho }: Setting): MessageNews {
  const context = recordOf(item['context']);
  const replyTo = textOf(context['id']);
  const referral =
    isRecord(item['referral']) && Object.keys(item['referral']).length > 0 ? item['referral'] : undefined;
  const product = isRecord(context['referred_product']) ? context['referred_product'] : undefined;
  const { content, media } = bounded(contentOf(item, type), type);
  return {
    kind: 'message',
    place,
    sender,
    isEcho,
    providerMessageId: needed(item['id'], 'id'),
    at,
    content,
    ...(media === undefined ? {} : { media }),
    ...(replyTo === undefined ? {} : { replyTo }),
    ...(context['forwarded'] === true || context['frequently_forwarded'] === true ? { forwarded: true } : {}),
    ...(referral === undefined && product === undefined
      ? {}
      : { context: { ...(referral && { referral }), ...(product && { product }) } }),
  };
}

/** Above this a content is kept for what it is alone: each message goes into events and their deliveries too. */
const MOST_CHARACTERS = 524_288;

function bounded(read: Content, type: string): Content {
  if (JSON.stringify(read.content).length <= MOST_CHARACTERS) return read;
  return { content: { type: 'unsupported', provider_type: type, reason: 'It is too large to be kept.' } };
}

const targetOf = (body: Json, key: string, { place, sender, at, isEcho }: Setting) => ({
  providerMessageId: needed(body[key], key),
  place,
  by: sender,
  isOurs: isEcho,
  at,
});

function reactionOf(item: Json, setting: Setting): News {
  const body = recordOf(item['reaction']);
  return { kind: 'reaction', ...targetOf(body, 'message_id', setting), emoji: textOf(body['emoji']) ?? null };
}

function editOf(item: Json, setting: Setting): News {
  const body = recordOf(item['edit']);
  const message = recordOf(body['message']);
  const changed = recordOf(message[textOf(message['type']) ?? 'text']);
  const text = textOf(changed['body']) ?? textOf(changed['caption']) ?? '';
  return { kind: 'edit', ...targetOf(body, 'original_message_id', setting), text };
}

const revokeOf = (item: Json, setting: Setting): News => ({
  kind: 'revoke',
  ...targetOf(recordOf(item['revoke']), 'original_message_id', setting),
});

/** A new number or another device: the contact changes beside the message that says so. */
function contactNews(item: Json, { sender }: Setting): News[] {
  const system = recordOf(item['system']);
  const type = textOf(system['type']);
  if (type === 'customer_identity_changed') return [{ kind: 'contact', person: sender, identityChanged: true }];
  const phone = textOf(system['wa_id']) ?? textOf(system['new_wa_id']);
  if (!isNumberChange(type) || phone === undefined || sender.phone === undefined) return [];
  return [{ kind: 'contact', person: { ...sender, phone }, oldPhone: sender.phone }];
}

/** Meta’s older name of it is `customer_changed_number`. */
export const isNumberChange = (type: string | undefined): boolean =>
  type === 'user_changed_number' || type === 'customer_changed_number';
