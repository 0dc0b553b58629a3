import type { Chat } from '../messages/labels';
import { ofChat } from '../recipients/recipient';
import { RecipientField } from '../recipients/recipient-field';
import { SIMULATED_CONTACTS } from './simulated-contacts';
import { t } from './texts';

interface RecipientProps {
  value: string;
  chats: readonly Chat[];
  isSandbox: boolean;
  onChange: (value: string) => void;
}

export function Recipient({ value, chats, isSandbox, onChange }: RecipientProps) {
  const people = isSandbox
    ? SIMULATED_CONTACTS.map(({ phone, does }) => ({ to: phone, label: phone, detail: does }))
    : [];
  return <RecipientField label={t('to')} value={value} near={[...people, ...chats.map(ofChat)]} onChange={onChange} />;
}
