import type { proto } from 'baileys';

import type { DriverEvent } from '../../../driver-events';
import type { WebSession } from '../session-types';
import type { Envelope } from './envelope';
import { wireText } from './values';

const MAX_ID = 256;
const MAX_EMOJI = 64;

/**
 * The actor is the sender of the envelope, whatever the content claims; whether it may is checked where the message is
 * known. Every other `protocolMessage` changes nothing (CVE-2026-48063).
 */
export function changeEvents(
  { library }: WebSession,
  envelope: Envelope,
  message: proto.IMessage,
): DriverEvent[] | undefined {
  const { protocolMessage, reactionMessage } = message;
  if (reactionMessage) return reactionEvents(envelope, reactionMessage);
  if (!protocolMessage) return undefined;
  const target = targetIn(envelope, protocolMessage.key);
  if (!target) return [];
  const { REVOKE, MESSAGE_EDIT } = library.proto.Message.ProtocolMessage.Type;
  if (protocolMessage.type === REVOKE) return [{ kind: 'revoke', ...target }];
  const text = protocolMessage.type === MESSAGE_EDIT ? editedText(protocolMessage.editedMessage) : undefined;
  return text === undefined ? [] : [{ kind: 'edit', ...target, text }];
}

function reactionEvents(envelope: Envelope, { key, text }: proto.Message.IReactionMessage): DriverEvent[] {
  const target = targetIn(envelope, key);
  return target ? [{ kind: 'reaction', ...target, emoji: wireText(text, MAX_EMOJI) ?? null }] : [];
}

export function targetIn({ place, sender, isEcho, at }: Envelope, key: proto.IMessageKey | null | undefined) {
  const providerMessageId = wireText(key?.id, MAX_ID);
  return providerMessageId === undefined ? undefined : { providerMessageId, place, by: sender, isOurs: isEcho, at };
}

function editedText(message: proto.IMessage | null | undefined): string | undefined {
  if (!message) return undefined;
  const { conversation, extendedTextMessage, imageMessage, videoMessage, documentMessage } = message;
  const inner = documentMessage ?? message.documentWithCaptionMessage?.message?.documentMessage;
  const captions = [imageMessage, videoMessage, inner].map((one) => one?.caption);
  return [conversation, extendedTextMessage?.text, ...captions].map((text) => wireText(text)).find(Boolean);
}
