import type { Magic } from '../../../../server/whatsapp/drivers/sandbox/magic';
import type { Chat } from '../messages/labels';
import { t } from './texts';

const PREFIX = '+1555010';

/** Everybody of the simulated network whose number says how it treats them. */
const MAGIC = {
  normal: '0000',
  notOnWhatsApp: '0001',
  neverRead: '0002',
  unconfirmed: '0003',
  windowClosed: '0004',
  rateLimitedOnce: '0005',
  optedOut: '0006',
  echo: '0007',
  reacts: '0008',
  hidden: '0009',
  twice: '0010',
  outOfOrder: '0011',
  mediaFailsOnce: '0012',
} satisfies Record<Magic, string>;

export const SIMULATED_CONTACTS = (Object.keys(MAGIC) as Magic[]).map((name) => ({
  phone: PREFIX + MAGIC[name],
  get does() {
    return t(`does_${name}`);
  },
}));
export const FIRST_CONTACT = PREFIX + MAGIC.normal;

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

export function chatWith(chats: readonly Chat[], to: string): Chat | undefined {
  if (/^(?:cnt|grp)_/.test(to)) return chats.find((chat) => chat.contact_id === to || chat.group_id === to);
  const digits = digitsOf(to);
  if (digits.length < 7) return undefined;
  return chats.find(({ type, provider_chat_id: place, last_message: last }) => {
    if (type !== 'direct') return false;
    const other = last && (last.direction === 'outbound' ? last.to : last.from);
    return digitsOf(place.split('@', 1)[0] ?? '') === digits || digitsOf(other?.phone ?? '') === digits;
  });
}
