import { defined } from '../../../../../defined';
import type { Address, Place } from '../../../driver-events';
import { addressOf, completed, groupJid, jidsOf, phoneJid, reachableJid } from '../addresses';
import { notReachable, refusedCall, unavailable } from '../errors';
import { encodeText } from '../nodes';
import type { WebSession } from '../session-types';
import { messageState } from './state';

export interface MessageDestination {
  jid: string;
  jids: string[];
  /** Null for a group. */
  person: Address | null;
}

const CHECKED = 'number_checked';
const WRITTEN = 'chat_written';
const YES = Uint8Array.of(1);

/** Direct messages go to the LID. Throws `CallError`. */
export async function destinationOf(session: WebSession, place: Place): Promise<MessageDestination> {
  if (place.type === 'group') {
    const jid = groupJid(place.providerGroupId);
    return { jid, jids: [jid], person: null };
  }
  const { phone, lid } = place.person;
  const person = await completed(session, defined({ phone, lid }));
  return { jid: reachableJid(person), jids: jidsOf(person), person };
}

/** WhatsApp restricts accounts that send to unknown numbers, so a number is checked first. Throws `CallError`. */
export async function newDestinationOf(session: WebSession, place: Place): Promise<MessageDestination> {
  if (place.type === 'group' || place.person.lid !== undefined) return destinationOf(session, place);
  const { phone } = place.person;
  if (phone === undefined) throw notReachable();
  const known = await session.store.get(CHECKED, phone);
  if (known) return destinationOf(session, { type: 'direct', person: { phone: phoneIn(known) ?? phone } });

  const account = await accountOf(session, phone);
  await session.store.put(CHECKED, phone, encodeText(account));
  return destinationOf(session, { type: 'direct', person: { phone: account } });
}

/** WhatsApp may write the phone number of an account in another way than it is dialled. */
async function accountOf(session: WebSession, phone: string): Promise<string> {
  const found = await session.socket.onWhatsApp(phoneJid(phone));
  if (found === undefined) throw unavailable();
  const account = found.find(({ exists }) => exists);
  if (!account) throw refusedCall('not_on_whatsapp');
  return addressOf(account.jid)?.phone ?? phone;
}

const phoneIn = (bytes: Uint8Array): string | undefined => {
  const text = new TextDecoder().decode(bytes);
  return /^[0-9]{1,20}$/.test(text) ? text : undefined;
};

export async function recordWritten(session: WebSession, { jid }: MessageDestination): Promise<void> {
  const { written } = messageState(session);
  if (written.has(jid)) return;
  await session.store.put(WRITTEN, jid, YES);
  written.add(jid);
}

export const wasWritten = async (session: WebSession, { jid }: MessageDestination): Promise<boolean> =>
  (await session.store.get(WRITTEN, jid)) !== undefined;
