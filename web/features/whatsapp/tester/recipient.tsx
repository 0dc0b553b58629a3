import type { Chat } from '../messages/labels';
import { ofChat } from '../recipients/recipient';
import { RecipientField } from '../recipients/recipient-field';
import { PEOPLE } from './people';

interface RecipientProps {
  /** A number, or the id of a chat. */
  value: string;
  chats: readonly Chat[];
  isSandbox: boolean;
  onChange: (value: string) => void;
}

/** Who gets it: a simulated person, a chat that there is, a contact, or any number. */
export function Recipient({ value, chats, isSandbox, onChange }: RecipientProps) {
  const people = isSandbox ? PEOPLE.map(({ phone, does }) => ({ to: phone, label: phone, detail: does })) : [];
  return <RecipientField label="To" value={value} near={[...people, ...chats.map(ofChat)]} onChange={onChange} />;
}
