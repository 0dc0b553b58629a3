import type { proto } from 'baileys';

import type { MessageTarget } from '../../../driver';
import { CallError } from '../call-error';
import { unavailable } from '../errors';
import type { WebSession } from '../session-types';
import { ackError } from './ack-errors';
import { destinationOf } from './destination';
import { relay } from './relay';
import { keyOf } from './send';
import { findSent } from './stored-messages';
import { unwrap } from './unwrap';

interface EditInput {
  target: MessageTarget;
  text: string;
}

export async function edit(session: WebSession, { target, text }: EditInput): Promise<void> {
  const sent = await findSent(session, target.providerMessageId);
  const { MESSAGE_EDIT: type } = session.library.proto.Message.ProtocolMessage.Type;
  await change(session, target, '1', { type, editedMessage: edited(sent?.message, text), timestampMs: Date.now() });
}

interface RevokeInput {
  target: MessageTarget;
}

export async function revoke(session: WebSession, { target }: RevokeInput): Promise<void> {
  const isByAdmin = target.place.type === 'group' && !target.isOurs;
  const { REVOKE: type } = session.library.proto.Message.ProtocolMessage.Type;
  await change(session, target, isByAdmin ? '8' : '7', { type });
}

/** `kind` tells the server what the encrypted message is. Throws `CallError`. */
async function change(
  session: WebSession,
  target: MessageTarget,
  kind: string,
  protocolMessage: proto.Message.IProtocolMessage,
): Promise<void> {
  const to = await destinationOf(session, target.place);
  const key = await keyOf(session, target, to);
  const id = session.library.generateMessageIDV2();
  const message = { protocolMessage: { ...protocolMessage, key } };
  const result = await relay(session, to, { id, message, additionalAttributes: { edit: kind } });
  if (result.outcome === 'unwritten') throw unavailable();
  if (result.outcome === 'unknown') throw new CallError('timeout', 'provider_unavailable');
  const { errorCode } = result.ack;
  if (errorCode === null) return;
  const { code, retryable } = ackError(errorCode);
  throw new CallError(retryable ? 'unavailable' : 'refused', code);
}

/** The new caption replaces the old one in a copy of the message. */
function edited(sent: proto.IMessage | null | undefined, text: string): proto.IMessage {
  const { message } = unwrap(sent ?? {});
  const { imageMessage, videoMessage, documentMessage, extendedTextMessage } = message;
  if (imageMessage) return { imageMessage: { ...imageMessage, caption: text } };
  if (videoMessage) return { videoMessage: { ...videoMessage, caption: text } };
  if (documentMessage) return { documentMessage: { ...documentMessage, caption: text } };
  return { extendedTextMessage: { ...extendedTextMessage, text } };
}
