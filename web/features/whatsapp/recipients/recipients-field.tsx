import { IconX } from '@tabler/icons-react';
import { useState, type ClipboardEvent, type ReactNode } from 'react';

import { Finder } from '../../../ui/form/finder';
import { errorText } from '../../../ui/problem';
import { parseAddresses } from '../party';
import { isRecipient, keyOf, typedRecipient, type Kind, type Recipient } from './recipient';
import { RecipientOption } from './recipient-option';
import { t } from './texts';
import { useSearchResults } from './use-search-results';

import '../../../ui/form/chosen.css';
import './recipients.css';

interface RecipientsFieldProps {
  label: string;
  description?: ReactNode;
  kind: Kind;
  max: number;
  value: readonly Recipient[];
  onChange: (next: Recipient[]) => void;
  error?: ReactNode;
  disabled?: boolean;
}

/**
 * Recipients found by name or number and chosen one by one. Several numbers can be pasted, and a number that is left in
 * the field is added.
 */
export function RecipientsField(props: RecipientsFieldProps) {
  const { label, description, kind, max, value, onChange, error, disabled = false } = props;
  const [typed, setTyped] = useState('');
  const [isWanted, setIsWanted] = useState(false);
  const { found, isLooking, error: refusal } = useSearchResults(typed, kind, isWanted);
  const left = max - value.length;

  const add = (...more: readonly (Recipient | undefined)[]) => {
    const byKey = new Map(value.map((one) => [keyOf(one.to), one]));
    for (const one of more) if (one && byKey.size < max && !byKey.has(keyOf(one.to))) byKey.set(keyOf(one.to), one);
    onChange([...byKey.values()]);
    setTyped('');
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const lines = parseAddresses(event.clipboardData.getData('text'));
    if (lines.length < 2) return;
    event.preventDefault();
    add(...lines.map((line) => typedRecipient(line, kind)));
    // Text that is no address stays in the field.
    setTyped(
      lines
        .filter((line) => !isRecipient(line, kind))
        .join(', ')
        .slice(0, 200),
    );
  };
  const isChosen = ({ to }: Recipient): boolean => value.some((one) => keyOf(one.to) === keyOf(to));

  return (
    <div className="recipients">
      <Finder
        label={label}
        description={description}
        placeholder={kind === 'people' ? t('findPeople') : t('findAll')}
        error={error}
        disabled={disabled || left <= 0}
        typed={typed}
        onType={setTyped}
        found={found.filter((one) => !isChosen(one))}
        keyOf={({ to }) => to}
        show={(one) => <RecipientOption of={one} />}
        none={
          refusal
            ? errorText(refusal)
            : isLooking
              ? t('searching')
              : typed.trim() === ''
                ? t('typeOrPaste')
                : t('noneFound')
        }
        onOpen={() => setIsWanted(true)}
        onChoose={(one) => add(one)}
        onLeave={() => {
          const itself = typedRecipient(typed, kind);
          if (itself) add(found.find(({ to }) => keyOf(to) === itself.to) ?? itself);
        }}
        onPaste={paste}
      />
      {left <= 0 && <div className="dimmed recipients-note">{t('atMost', { max })}</div>}
      {value.length > 0 && <Chosen of={value} onChange={onChange} />}
    </div>
  );
}

const SHOWN = 50;

function Chosen({ of, onChange }: { of: readonly Recipient[]; onChange: (next: Recipient[]) => void }) {
  return (
    <ul className="chosen" aria-label={t('selected')}>
      {of.slice(0, SHOWN).map((one) => (
        <li key={one.to}>
          <span className="truncate">{one.label}</span>
          <button
            type="button"
            className="bare"
            aria-label={t('remove', { name: one.label })}
            onClick={() => onChange(of.filter((other) => other !== one))}
          >
            <IconX size={14} aria-hidden />
          </button>
        </li>
      ))}
      {of.length > SHOWN && <li className="dimmed">{t('others', { count: of.length - SHOWN })}</li>}
    </ul>
  );
}
