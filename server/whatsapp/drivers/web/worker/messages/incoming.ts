import type { WAMessage } from 'baileys';

import type { InboundContent } from '../../../../../../shared/whatsapp/content';
import { defined } from '../../../../../defined';
import type { Address, DriverEvent, DriverMessageEvent, RemoteMedia } from '../../../driver-events';
import { jidsOf } from '../addresses';
import { isCompleteReference, sealReference } from '../media/reference';
import type { WebSession } from '../session-types';
import { errorFields } from '../thrown-errors';
import { receivedContent } from './content';
import type { MessageFile } from './content-files';
import { messageEnvelope, type Envelope } from './envelope';
import { changeEvents } from './incoming-changes';
import { contextFields } from './incoming-context';
import { reportVote } from './poll-votes';
import { messageState } from './state';
import { saveReceived } from './stored-messages';
import { forgetTimer, saveTimer } from './timers';
import { countDecrypted, countUndecryptable } from './undecryptable';
import { contentName, hasGroupKeys, unwrap } from './unwrap';

/** Reports messages before anything is awaited: the server already has their receipts and sends each once. */
export function handleMessages(session: WebSession, messages: readonly WAMessage[]): void {
  for (const message of messages) {
    const envelope = messageEnvelope(session, message);
    if (!envelope) continue;
    session.report(...eventsSafely(session, message, envelope));
    afterwards(session, message, envelope);
  }
}

/** A message that cannot be read must not stop those after it. */
function eventsSafely(session: WebSession, message: WAMessage, envelope: Envelope): DriverEvent[] {
  try {
    return messageEvents(session, message, envelope);
  } catch (error) {
    session.log.error({ ...errorFields(error), message: envelope.providerMessageId }, 'received message not readable');
    return [withContent(envelope, unsupported(null, 'The message could not be read.'))];
  }
}

/** Also of messages in the history. */
export function messageEvents(session: WebSession, message: WAMessage, envelope: Envelope): DriverEvent[] {
  if (isUndecryptable(session, message)) return [withContent(envelope, { type: 'undecryptable' })];
  if (message.messageStubType) return [];
  if (!message.message) return message.key.isViewOnce === true ? [withContent(envelope, VIEW_ONCE)] : [];
  const { message: inner, isViewOnce } = unwrap(message.message);
  const changes = changeEvents(session, envelope, inner);
  if (changes) return changes;

  if (contentName(inner) === undefined) return unknownContent(session, message, envelope);
  const received = receivedContent(inner, isViewOnce);
  if (!received) return [];
  const { content, context, file } = received;
  if (!file) return [{ ...withContent(envelope, content), ...contextFields(context) }];
  const media = remoteMedia(session, message, file);
  if (!media) return [withContent(envelope, unsupported(content.type, 'The message does not say where its file is.'))];
  return [{ ...withContent(envelope, content), ...contextFields(context), media }];
}

/** Newer clients send content that the library cannot decode; only the stanza describes it. */
function unknownContent(session: WebSession, { message }: WAMessage, envelope: Envelope): DriverEvent[] {
  const stanza = messageState(session).stanzas.get(envelope.providerMessageId);
  if (message && hasGroupKeys(message) && stanza?.hasGroupContent !== true) return [];
  return [withContent(envelope, unsupported(stanza?.kind ?? null, 'The driver does not know this kind of message.'))];
}

const unsupported = (provider_type: string | null, reason: string): InboundContent => ({
  type: 'unsupported',
  provider_type,
  reason,
});
const VIEW_ONCE = unsupported('view_once', 'Media that can be viewed once is shown on the phone only.');

const isUndecryptable = ({ library }: WebSession, { messageStubType }: WAMessage): boolean =>
  messageStubType === library.proto.WebMessageInfo.StubType.CIPHERTEXT;

const withContent = (
  { place, sender, isEcho, providerMessageId, at }: Envelope,
  content: InboundContent,
): DriverMessageEvent => ({ kind: 'message', place, sender, isEcho, providerMessageId, at, content });

function remoteMedia(session: WebSession, { key }: WAMessage, file: MessageFile): RemoteMedia | undefined {
  const { mimeType, size, filename, fileSha256 } = file;
  const reference = { ...file, key };
  if (!isCompleteReference(reference) || file.directPath === '') return undefined;
  return {
    providerMediaId: sealReference(session, reference),
    mimeType,
    sha256: Buffer.from(fileSha256).toString('hex'),
    ...defined({ size, filename }),
  };
}

function afterwards(session: WebSession, message: WAMessage, envelope: Envelope): void {
  const failed = (error: unknown): void =>
    session.log.error({ ...errorFields(error), message: envelope.providerMessageId }, 'received message not kept');
  if (isUndecryptable(session, message)) return void countUndecryptable(session, message).catch(failed);
  countDecrypted(session, message);
  if (message.message) remember(session, message, envelope).catch(failed);
}

async function remember(session: WebSession, message: WAMessage, envelope: Envelope): Promise<void> {
  const { message: inner, isViewOnce } = unwrap(message.message ?? {});
  const { place, chat, isEcho } = envelope;
  const { pollUpdateMessage, protocolMessage } = inner;
  if (pollUpdateMessage) return reportVote(session, envelope, pollUpdateMessage);
  if (protocolMessage) {
    // Members of a group are not trusted with its timer: the server is queried.
    const isTimer = protocolMessage.type === session.library.proto.Message.ProtocolMessage.Type.EPHEMERAL_SETTING;
    if (isTimer && place.type === 'group') return forgetTimer(session, chat);
    if (!isTimer || !isEcho || place.type === 'group') return;
    return saveTimers(session, place.person, protocolMessage.ephemeralExpiration ?? 0);
  }
  const received = receivedContent(inner, isViewOnce);
  if (!received) return;
  await saveReceived(session, chat, message);
  if (place.type === 'direct') await saveTimers(session, place.person, received.context?.expiration ?? 0);
}

async function saveTimers(session: WebSession, person: Address, seconds: number): Promise<void> {
  for (const jid of jidsOf(person)) await saveTimer(session, jid, seconds);
}
