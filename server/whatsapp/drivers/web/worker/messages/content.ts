import type { proto } from 'baileys';

import type { InboundContent } from '../../../../../../shared/whatsapp/content';
import { defined } from '../../../../../defined';
import { fileContent, type MessageFile } from './content-files';
import { interactiveContent, type ReceivedContent } from './content-interactive';
import { contentName } from './unwrap';
import { wireNumber, wireText } from './values';
import { cardFromVcard } from './vcard';

const MAX_CARDS = 50;
const MAX_CARD = 65_536;
const MAX_OPTIONS = 20;

/** Change another message or belong to none. */
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
  file?: MessageFile | undefined;
}

/** Undefined for content that is no message of its own. Expects an unwrapped message. */
export function receivedContent(message: proto.IMessage, isViewOnce: boolean): Received | undefined {
  const found =
    textContent(message) ?? fileContent(message, isViewOnce) ?? cardContent(message) ?? interactiveContent(message);
  if (found) return found;
  const name = contentName(message);
  if (name === undefined || NOT_SHOWN.has(name)) return undefined;
  return { content: { type: 'unsupported', provider_type: name, reason: null }, context: null };
}

function textContent({ conversation, extendedTextMessage }: proto.IMessage): ReceivedContent | undefined {
  if (typeof conversation === 'string' && conversation !== '') {
    return { content: { type: 'text', text: wireText(conversation) ?? '' }, context: null };
  }
  if (!extendedTextMessage) return undefined;
  const { text, contextInfo: context } = extendedTextMessage;
  return { content: { type: 'text', text: wireText(text) ?? '' }, context };
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
    question: wireText(poll.name) ?? '',
    options: optionsOf(poll),
    selectable_count: Math.max(0, wireNumber(poll.selectableOptionsCount) ?? 0),
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
  (options ?? []).slice(0, MAX_OPTIONS).map(({ optionName }) => wireText(optionName) ?? '');

function contactsContent(cards: readonly proto.Message.IContactMessage[]): InboundContent {
  const contacts = cards
    .slice(0, MAX_CARDS)
    .map(({ vcard, displayName }) => cardFromVcard(wireText(vcard, MAX_CARD) ?? '', wireText(displayName) ?? ''));
  return { type: 'contacts', contacts };
}

function locationContent(location: proto.Message.ILocationMessage): InboundContent {
  return {
    type: 'location',
    latitude: wireNumber(location.degreesLatitude) ?? 0,
    longitude: wireNumber(location.degreesLongitude) ?? 0,
    ...defined({ name: wireText(location.name), address: wireText(location.address) }),
  };
}
