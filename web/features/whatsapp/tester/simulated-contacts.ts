import type { Magic } from '../../../../server/whatsapp/drivers/sandbox/magic';
import type { Chat } from '../messages/labels';

const PREFIX = '+1555010';

/** Everybody of the simulated network whose number says how it treats them. */
const MAGIC = {
  normal: { code: '0000', does: 'Reads everything' },
  notOnWhatsApp: { code: '0001', does: 'Is not on WhatsApp: the message fails' },
  neverRead: { code: '0002', does: 'Gets it, never reads it' },
  unconfirmed: { code: '0003', does: 'No answer comes: the message stays unconfirmed' },
  windowClosed: { code: '0004', does: 'Takes templates only: the window is closed' },
  rateLimitedOnce: { code: '0005', does: 'The network is busy once, then takes it' },
  optedOut: { code: '0006', does: 'Opted out: the message fails' },
  echo: { code: '0007', does: 'Answers with the same text' },
  reacts: { code: '0008', does: 'Reacts with 👍' },
  hidden: { code: '0009', does: 'Hides the number, and answers' },
  twice: { code: '0010', does: 'Answers, delivered twice' },
  outOfOrder: { code: '0011', does: 'Receipts come in the wrong order' },
  mediaFailsOnce: { code: '0012', does: 'Answers with a picture that fails to load once' },
} satisfies Record<Magic, { code: string; does: string }>;

export const SIMULATED_CONTACTS = Object.values(MAGIC).map(({ code, does }) => ({ phone: PREFIX + code, does }));
export const FIRST_CONTACT = PREFIX + MAGIC.normal.code;

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
