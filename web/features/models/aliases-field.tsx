import { Button, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { ClipboardEvent, ReactNode } from 'react';

import { ListField } from '../../ui/form/list-field';
import { aliasesIn, type AliasDraft } from './lines';
import { t } from './texts';

const MAX_ALIASES = 20;
const MAX_MODELS = 5;

interface AliasesFieldProps {
  value: readonly AliasDraft[];
  models: readonly string[];
  error: ReactNode;
  errorOf: (at: number, field: keyof AliasDraft) => ReactNode;
  onChange: (next: AliasDraft[]) => void;
}

export function AliasesField({ value, models, error, errorOf, onChange }: AliasesFieldProps) {
  const set = (at: number, change: Partial<AliasDraft>) =>
    onChange(value.map((alias, index) => (index === at ? { ...alias, ...change } : alias)));
  /** Lines such as `smart = openai/gpt-5, ollama/qwen3:32b`, in place of the empty row. */
  const paste = (at: number) => (event: ClipboardEvent) => {
    const pasted = aliasesIn(event.clipboardData.getData('text'));
    if (pasted.length === 0) return;
    event.preventDefault();
    const others = value.filter((alias, index) => index !== at || alias.models.length > 0);
    const added = pasted.filter(({ name }) => !others.some((other) => other.name === name));
    onChange([...others, ...added].slice(0, MAX_ALIASES));
  };

  return (
    <fieldset className="models-aliases">
      <legend>{t('aliases')}</legend>
      <div className="dimmed models-note">{t('aliasesHelp')}</div>
      {value.map((alias, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a row is its place: names may be empty or the same
        <div key={at} className="models-alias" role="group" aria-label={alias.name || t('aliasNumber', { at: at + 1 })}>
          <div className="models-alias-head">
            <TextInput
              label={t('aliasName')}
              placeholder="smart"
              autoComplete="off"
              spellCheck={false}
              maxLength={32}
              value={alias.name}
              error={errorOf(at, 'name')}
              onChange={(event) => set(at, { name: event.currentTarget.value })}
              onPaste={paste(at)}
            />
            <button
              type="button"
              className="bare models-remove"
              aria-label={t('removeAlias', { name: alias.name || String(at + 1) })}
              onClick={() => onChange(value.filter((_, place) => place !== at))}
            >
              <IconX size={15} aria-hidden />
            </button>
          </div>
          <ListField
            label={t('aliasModels')}
            placeholder={t('addModel')}
            value={alias.models}
            options={models}
            max={MAX_MODELS}
            isOrdered
            error={errorOf(at, 'models')}
            onChange={(next) => set(at, { models: next })}
          />
        </div>
      ))}
      {error && (
        <div className="models-fault" role="alert">
          {error}
        </div>
      )}
      {value.length < MAX_ALIASES && (
        <div>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => onChange([...value, { name: '', models: [] }])}
          >
            {t('addAlias')}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
