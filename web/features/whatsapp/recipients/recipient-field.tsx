import { useState } from 'react';

import { Finder } from '../../../ui/form/finder';
import { errorText } from '../../../ui/problem';
import { keyOf, typedRecipient, type Recipient } from './recipient';
import { RecipientOption } from './recipient-option';
import { t } from './texts';
import { useSearchResults } from './use-search-results';

interface RecipientFieldProps {
  label: string;
  value: string;
  near: readonly Recipient[];
  onChange: (to: string) => void;
}

export function RecipientField({ label, value, near, onChange }: RecipientFieldProps) {
  /** Undefined while nothing is typed: the field then shows the chosen recipient. */
  const [typed, setTyped] = useState<string>();
  const [isWanted, setIsWanted] = useState(false);
  const [known, setKnown] = useState<readonly Recipient[]>([]);
  const { found, isLooking, error } = useSearchResults(typed ?? '', 'all', isWanted);
  const chosen = [...near, ...known].find(({ to }) => to === value);
  const words = (typed ?? '').trim().toLowerCase();
  const fitting = near.filter((one) => [one.label, one.to, one.detail ?? ''].join(' ').toLowerCase().includes(words));
  const keys = new Set(fitting.map(({ to }) => keyOf(to)));
  const choose = (one: Recipient) => {
    setKnown([one]);
    setTyped(undefined);
    if (one.to !== value) onChange(one.to);
  };

  return (
    <Finder
      label={label}
      placeholder={t('findAll')}
      typed={typed ?? chosen?.label ?? value}
      onType={setTyped}
      found={[...fitting, ...found.filter(({ to }) => !keys.has(keyOf(to)))]}
      keyOf={({ to }) => to}
      show={(one) => <RecipientOption of={one} />}
      none={error ? errorText(error) : isLooking ? t('searching') : t('noneFound')}
      onOpen={() => setIsWanted(true)}
      onChoose={choose}
      onLeave={() => {
        const itself = typed === undefined ? undefined : typedRecipient(typed, 'all');
        if (itself) choose(near.find(({ to }) => keyOf(to) === itself.to) ?? itself);
        else setTyped(undefined);
      }}
    />
  );
}
