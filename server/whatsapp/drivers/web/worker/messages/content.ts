import type { proto } from 'baileys';

import type { InboundContent } from '../../../../../../shared/whatsapp/content';
import { fileContent, type ReceivedFile } from './content-files';
import { interactiveContent, type ReceivedContent } from './content-interactive';
import { contentName } from './unwrap';
import { numberOf, textOf } from './values';
import { cardOf } from './vcard';

const MAX_CARDS = 50;
const MAX_CARD = 65_536;
const MAX_OPTIONS = 20;

/** Contents that change another message or belong to none. */
const NOT_SHOWN: ReadonlySet<string> = new Set([
  'protocolMessage',
  'reactionMessage',
  'encReactionMessage',
  'pollUpdateMessage',
  'pinInChatMessage',
  'keepInChatMessage',
  'albumMessage',
  'call',
  'callLogMesssage',
  'chat',
  'encEventResponseMessage',
  'messageHistoryBundle',
  'messageHistoryNotice',
  'stickerSyncRmrMessage',
]);

interface Received extends ReceivedContent {
  file?: ReceivedFile | undefined;
}

/** Undefined for what is not shown as a message of its own. The message is unwrapped. */
export function contentOf(message: proto.IMessage, isViewOnce: boolean): Received | undefined {
  const found =
    textContent(message) ?? fileContent(message, isViewOnce) ?? cardContent(message) ?? interactiveContent(message);
  if (found) return found;
  const name = contentName(message);
  if (name === undefined || NOT_SHOWN.has(name)) return undefined;
  return { content: { type: 'unsupported', provider_type: name, reason: null }, context: null };
}

function textContent({ conversation, extendedTextMessage }: proto.IMessage): ReceivedContent | undefined {
  if (typeof conversation === 'string' && conversation !== '') {
    return { content: { type: 'text', text: textOf(conversation) ?? '' }, context: null };
  }
  if (!extendedTextMessage) return undefined;
  const { text, contextInfo: context } = extendedTextMessage;
  return { content: { type: 'text', text: textOf(text) ?? '' }, context };
}

function cardContent(message: proto.IMessage): ReceivedContent | undefined {
  const { contactMessage, contactsArrayMessage } = message;
  const location = message.locationMessage ?? message.liveLocationMessage;
  if (location) return { content: locationContent(location), context: location.contextInfo };
  if (contactMessage) return { content: contactsContent([contactMessage]), context: contactMessage.contextInfo };
  if (contactsArrayMessage) {
    const { contacts, contextInfo: context } = contactsArrayMessage;
    return { content: contactsContent(contacts ?? []), context };
  }
  const poll = pollIn(message);
  if (!poll) return undefined;
  const content: InboundContent = {
    type: 'poll',
    question: textOf(poll.name) ?? '',
    options: optionsOf(poll),
    selectable_count: Math.max(0, numberOf(poll.selectableOptionsCount) ?? 0),
  };
  return { content, context: poll.contextInfo };
}

export const pollIn = (message: proto.IMessage): proto.Message.IPollCreationMessage | undefined =>
  message.pollCreationMessage ??
  message.pollCreationMessageV2 ??
  message.pollCreationMessageV3 ??
  message.pollCreationMessageV5 ??
  undefined;

export const optionsOf = ({ options }: proto.Message.IPollCreationMessage): string[] =>
  (options ?? []).slice(0, MAX_OPTIONS).map(({ optionName }) => textOf(optionName) ?? '');

function contactsContent(cards: readonly proto.Message.IContactMessage[]): InboundContent {
  const contacts = cards
    .slice(0, MAX_CARDS)
    .map(({ vcard, displayName }) => cardOf(textOf(vcard, MAX_CARD) ?? '', textOf(displayName) ?? ''));
  return { type: 'contacts', contacts };
}

function locationContent(location: proto.Message.ILocationMessage): InboundContent {
  const name = textOf(location.name);
  const address = textOf(location.address);
  return {
    type: 'location',
    latitude: numberOf(location.degreesLatitude) ?? 0,
    longitude: numberOf(location.degreesLongitude) ?? 0,
    ...(name === undefined ? {} : { name }),
    ...(address === undefined ? {} : { address }),
  };
}
