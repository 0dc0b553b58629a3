import { PERSON, phoneDigits, RECIPIENT } from '../../../../shared/whatsapp/addresses';
import type { Outputs } from '../../../trpc';
import { nameOfContact, type Contact } from '../contacts/labels';
import { addressOf } from '../party';

type Group = Outputs['whatsapp']['groups']['list']['data'][number];
type Chat = Outputs['whatsapp']['chats']['list']['data'][number];

/** Somebody, or a group, that a message can go to. */
export interface Recipient {
  /** As the API takes it. */
  to: string;
  label: string;
  detail?: string | undefined;
  /** What they are called, where that is known. */
  name?: string | undefined;
}

/** Of whom a list may be: only of people, or of all that takes messages. */
export type Kind = 'people' | 'all';

const MAX_LENGTH = 200;

/** Whether the API would take it. */
export const isRecipient = (text: string, kind: Kind = 'all'): boolean =>
  text.length <= MAX_LENGTH && (kind === 'people' ? PERSON : RECIPIENT).test(text);

/** The same person, however the number is written. */
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
    detail: isNumber ? 'This number' : 'This id',
  };
}

/** A contact by its number, which tells more than an id; by its id where the network hides the number. */
export const ofContact = (contact: Contact): Recipient => {
  const label = nameOfContact(contact);
  const address = addressOf(contact);
  return {
    to: contact.phone ?? contact.id,
    label,
    detail: address === label ? 'Contact' : address,
    name: contact.name ?? contact.push_name ?? undefined,
  };
};

export const ofGroup = ({ id, subject, size }: Group): Recipient => ({
  to: id,
  label: subject,
  detail: `Group of ${size}`,
  name: subject,
});

export const ofChat = ({ id, title }: Chat): Recipient => ({ to: id, label: title, detail: 'Chat' });
