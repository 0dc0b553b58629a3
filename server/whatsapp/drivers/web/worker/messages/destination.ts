import type { Address, Place } from '../../../driver-events';
import { addressOf, completed, groupJid, jidOf, jidsOf, phoneJid } from '../addresses';
import { CallError } from '../call-error';
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
  const given: Address = { ...(phone === undefined ? {} : { phone }), ...(lid === undefined ? {} : { lid }) };
  const person = await completed(session, given);
  const jid = jidOf(person);
  if (jid === undefined) throw new CallError('refused', 'recipient_id_unsupported');
  return { jid, jids: jidsOf(person), person };
}

/** WhatsApp restricts accounts that send to unknown numbers, so a number is checked first. Throws `CallError`. */
export async function newDestinationOf(session: WebSession, place: Place): Promise<MessageDestination> {
  if (place.type === 'group' || place.person.lid !== undefined) return destinationOf(session, place);
  const { phone } = place.person;
  if (phone === undefined) throw new CallError('refused', 'recipient_id_unsupported');
  const known = await session.store.get(CHECKED, phone);
  if (known) return destinationOf(session, { type: 'direct', person: { phone: phoneIn(known) ?? phone } });

  const account = await accountOf(session, phone);
  await session.store.put(CHECKED, phone, new TextEncoder().encode(account));
  return destinationOf(session, { type: 'direct', person: { phone: account } });
}

/** WhatsApp may write the phone number of an account in another way than it is dialled. */
async function accountOf(session: WebSession, phone: string): Promise<string> {
  const found = await session.socket.onWhatsApp(phoneJid(phone));
  if (found === undefined) throw new CallError('unavailable', 'provider_unavailable');
  const account = found.find(({ exists }) => exists);
  if (!account) throw new CallError('refused', 'not_on_whatsapp');
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
