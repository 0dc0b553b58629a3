import type { BinaryNode, WAMessage } from 'baileys';

import { addressOf } from '../addresses';
import type { WebSession } from '../session-types';
import { messageState } from './state';
import { wireText } from './values';

const MAX_STANZAS = 1000;
const MAX_FAILURES = 20;
const LOGGED_EVERY = 10;
const MAX_KIND = 64;

/** The library does not report the sending device and the kind of a message. */
export function listenToStanzas(session: WebSession): void {
  const { stanzas } = messageState(session);
  session.socket.ws.on('CB:message', ({ tag, attrs, content }: BinaryNode) => {
    const { id } = attrs;
    if (id === undefined) return;
    const [oldest] = stanzas.keys();
    if (stanzas.size >= MAX_STANZAS && oldest !== undefined) stanzas.delete(oldest);
    const parts = (Array.isArray(content) ? content : []).filter((part) => part.tag === 'enc');
    const mediaType = parts.map((part) => part.attrs['mediatype']).find(Boolean);
    stanzas.set(id, {
      node: { tag, attrs },
      kind: wireText(mediaType ?? attrs['type'], MAX_KIND) ?? null,
      hasGroupContent: parts.some((part) => part.attrs['type'] === 'skmsg'),
    });
  });
}

function removeStanza(session: WebSession, { key }: WAMessage): { node: BinaryNode; device: string } | undefined {
  const { stanzas } = messageState(session);
  const node = key.id ? stanzas.get(key.id)?.node : undefined;
  const device = node?.attrs['participant'] ?? node?.attrs['from'];
  if (!node || device === undefined || !key.id) return undefined;
  stanzas.delete(key.id);
  return { node, device };
}

export function countDecrypted(session: WebSession, message: WAMessage): void {
  const stanza = removeStanza(session, message);
  if (stanza) messageState(session).failures.delete(stanza.device);
}

/** Deletes a session that decrypts nothing, so that the sender makes a new one: the library’s retries do not. */
export async function countUndecryptable(session: WebSession, message: WAMessage): Promise<void> {
  const stanza = removeStanza(session, message);
  if (!stanza) return;
  const { device, node } = stanza;
  const { failures } = messageState(session);
  const count = (failures.get(device) ?? 0) + 1;
  failures.set(device, count);
  if (count === 1 || count % LOGGED_EVERY === 0) {
    const [why] = message.messageStubParameters ?? [];
    session.log.warn({ count, message: message.key.id, why }, 'messages cannot be decrypted');
  }
  if (count < MAX_FAILURES) return;
  failures.delete(device);
  await endSession(session, device);
  await session.socket.sendRetryRequest(node, true);
  session.log.warn({ count, message: message.key.id }, 'session with a device ended');
}

async function endSession({ socket }: WebSession, device: string): Promise<void> {
  const { lidMapping } = socket.signalRepository;
  const person = addressOf(device);
  // Sessions are stored under the LID once it is known.
  const lid = person?.phone === undefined ? null : await lidMapping.getLIDForPN(device);
  await socket.signalRepository.deleteSession([device, ...(lid === null ? [] : [lid])]);
}
