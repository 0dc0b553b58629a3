import { ID_PREFIXES, idPattern } from '../../../shared/ids';
import { BSUID, GROUP_JID, phoneDigits, USER_JID } from '../../../shared/whatsapp/party';
import type { Address } from '../drivers/driver-events';

export type Recipient =
  | { kind: 'contact' | 'group' | 'chat'; id: string }
  | { kind: 'address'; address: Address }
  | { kind: 'provider_group'; providerGroupId: string };

const IDS = [
  ['contact', new RegExp(idPattern(ID_PREFIXES.contact))],
  ['group', new RegExp(idPattern(ID_PREFIXES.group))],
  ['chat', new RegExp(idPattern(ID_PREFIXES.chat))],
] as const;
const MAX_LENGTH = 200;

/** Tries id, JID, BSUID and phone number, in this order. Undefined for none. */
export function parseRecipient(text: string): Recipient | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  for (const [kind, pattern] of IDS) if (pattern.test(text)) return { kind, id: text };

  if (text.includes('@')) return parseJid(text);
  if (BSUID.test(text)) return { kind: 'address', address: { bsuid: text } };
  const phone = phoneDigits(text);
  return phone === null ? undefined : { kind: 'address', address: { phone } };
}

function parseJid(text: string): Recipient | undefined {
  if (GROUP_JID.test(text)) return { kind: 'provider_group', providerGroupId: text };
  if (!USER_JID.test(text)) return undefined;
  const [user = '', server] = text.split('@');
  // The number is followed by agent and device.
  const number = user.replace(/[_:].*$/, '');
  return { kind: 'address', address: server === 'lid' ? { lid: `${number}@lid` } : { phone: number } };
}
