import { Button, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import { MASKED, type Pair } from './draft';
import { t } from './texts';

import '../webhooks.css';

const LIMIT = 20;

interface PairsFieldProps {
  title: string;
  what: string;
  description: string;
  value: readonly Pair[];
  onChange: (pairs: Pair[]) => void;
  /** Values are write-only: a stored one is kept until it is replaced. */
  isSecret?: boolean;
  maxLength?: { name: number; value?: number };
  error?: ReactNode;
}

export function PairsField(props: PairsFieldProps) {
  const { title, what, description, value, onChange, isSecret = false, maxLength = { name: 64 }, error } = props;
  const id = `pairs-${what}`;
  const set = (at: number, change: Partial<Pair>) =>
    onChange(value.map((pair, index) => (index === at ? { ...pair, ...change } : pair)));
  return (
    <fieldset className="webhooks-pairs" aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{title}</legend>
      <div className="dimmed webhooks-hint">{description}</div>
      {value.map((pair, index) => {
        const isKept = isSecret && pair.value === MASKED;
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a row is its place: names may be empty or the same
          <div key={index} className="webhooks-pair">
            <TextInput
              size="xs"
              aria-label={t('nameOfPair', { what, number: index + 1 })}
              placeholder={t('name')}
              spellCheck={false}
              autoComplete="off"
              maxLength={maxLength.name}
              value={pair.name}
              aria-invalid={error ? true : undefined}
              onChange={(event) => set(index, { name: event.currentTarget.value })}
            />
            {isKept ? (
              <span className="webhooks-kept">
                <span className="dimmed">{t('storedValue')}</span>
                <button
                  type="button"
                  className="copy-button"
                  aria-label={t('replaceValue', { name: pair.name })}
                  onClick={() => set(index, { value: '' })}
                >
                  {t('replace')}
                </button>
              </span>
            ) : (
              <TextInput
                size="xs"
                aria-label={t('valueOfPair', { what, number: index + 1 })}
                placeholder={t('value')}
                spellCheck={false}
                autoComplete="off"
                maxLength={maxLength.value}
                value={pair.value}
                onChange={(event) => set(index, { value: event.currentTarget.value })}
              />
            )}
            <button
              type="button"
              className="bare webhooks-remove"
              aria-label={t('removePair', { what, name: pair.name || String(index + 1) })}
              onClick={() => onChange(value.filter((_, place) => place !== index))}
            >
              <IconX size={15} aria-hidden />
            </button>
          </div>
        );
      })}
      {error && (
        <div id={`${id}-error`} className="webhooks-error" role="alert">
          {error}
        </div>
      )}
      {value.length < LIMIT && (
        <div>
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => onChange([...value, { name: '', value: '' }])}
          >
            {t('addPair', { what })}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
