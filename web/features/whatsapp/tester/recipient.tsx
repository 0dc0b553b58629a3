import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';

import type { Chat } from '../messages/words';
import { PEOPLE } from './people';

interface RecipientProps {
  /** A number, or the id of a chat. */
  value: string;
  chats: readonly Chat[];
  isSandbox: boolean;
  onChange: (value: string) => void;
}

const OTHER = 'other';

/** Who gets it: a simulated person, a chat that there is, or any number. */
export function Recipient({ value, chats, isSandbox, onChange }: RecipientProps) {
  const people = isSandbox ? PEOPLE : [];
  const isListed = people.some(({ phone }) => phone === value) || chats.some(({ id }) => id === value);
  const [isOther, setIsOther] = useState(!isListed);
  return (
    <>
      <NativeSelect
        label="To"
        value={isOther || !isListed ? OTHER : value}
        data={[
          ...(people.length > 0
            ? [
                {
                  group: 'Simulated people',
                  items: people.map(({ phone, does }) => ({ value: phone, label: `…${phone.slice(-4)}  ${does}` })),
                },
              ]
            : []),
          ...(chats.length > 0
            ? [{ group: 'Chats', items: chats.map(({ id, title }) => ({ value: id, label: title })) }]
            : []),
          { value: OTHER, label: 'Another number' },
        ]}
        onChange={(event) => {
          const next = event.currentTarget.value;
          setIsOther(next === OTHER);
          if (next !== OTHER) onChange(next);
        }}
      />
      {(isOther || !isListed) && (
        <TextInput
          label="Number or id"
          placeholder="+15550100000"
          maxLength={200}
          autoComplete="off"
          value={isListed ? '' : value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </>
  );
}
