import { PERSON, phoneDigits, RECIPIENT } from '../../../../shared/whatsapp/addresses';
import type { Outputs } from '../../../trpc';
import { nameOfContact, type Contact } from '../contacts/labels';
import { addressOf } from '../party';
import { t } from './texts';

type Group = Outputs['whatsapp']['groups']['list']['data'][number];
type Chat = Outputs['whatsapp']['chats']['list']['data'][number];

export interface Recipient {
  to: string;
  label: string;
  detail?: string | undefined;
  name?: string | undefined;
}

export type Kind = 'people' | 'all';

const MAX_LENGTH = 200;

export const isRecipient = (text: string, kind: Kind = 'all'): boolean =>
  text.length <= MAX_LENGTH && (kind === 'people' ? PERSON : RECIPIENT).test(text);

/** Equal for the same number in any notation. */
export function keyOf(to: string): string {
  const digits = phoneDigits(to);
  return digits === null ? to : `+${digits}`;
}

/** Who is typed; undefined for what is no address. */
export function typedRecipient(text: string, kind: Kind): Recipient | undefined {
  const to = text.trim();
  if (!isRecipient(to, kind)) return undefined;
  const isNumber = phoneDigits(to) !== null;
  return {
    to: isNumber ? keyOf(to) : to,
    label: isNumber ? keyOf(to) : to,
    detail: isNumber ? t('thisNumber') : t('thisId'),
  };
}

/** By number, or by id where the network hides the number. */
export const ofContact = (contact: Contact): Recipient => {
  const label = nameOfContact(contact);
  const address = addressOf(contact);
  return {
    to: contact.phone ?? contact.id,
    label,
    detail: address === label ? t('contact') : address,
    name: contact.name ?? contact.push_name ?? undefined,
  };
};

export const ofGroup = ({ id, subject, size }: Group): Recipient => ({
  to: id,
  label: subject || id,
  detail: t('groupOf', { count: size }),
  name: subject || undefined,
});

export const ofChat = ({ id, title }: Chat): Recipient => ({ to: id, label: title || id, detail: t('chat') });
