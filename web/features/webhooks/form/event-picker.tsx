import { Checkbox, TextInput } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';

import { useCan } from '../../../ui/shell/workspace';
import { Loading } from '../../../ui/states/loading';
import { Content } from '../../../ui/states/states';
import { surfaceName } from '../../../ui/tag';
import { EventFamilyField } from './event-family';
import { familiesOf, typesOf, withPattern, type EventFamily, type EventTypeSummary } from './patterns';
import { t } from './texts';
import { useEventCatalogue } from './use-event-types';

import '../webhooks.css';

interface EventPickerProps {
  value: readonly string[];
  onChange: (patterns: string[]) => void;
  error?: ReactNode;
}

export function EventPicker({ value, onChange, error }: EventPickerProps) {
  const can = useCan();
  const catalogue = useEventCatalogue();
  const types = catalogue.data?.filter(({ scope }) => can(scope));
  const [typed, setTyped] = useState('');
  const toggle = (pattern: string, isOn: boolean) =>
    onChange(isOn ? withPattern(value, pattern, types ?? []) : value.filter((one) => one !== pattern));

  return (
    <fieldset className="webhooks-picker" aria-describedby={error ? 'events-error' : undefined}>
      <legend>{t('events')}</legend>
      {error && (
        <div id="events-error" className="webhooks-error" role="alert">
          {error}
        </div>
      )}
      {types === undefined ? (
        <Content query={catalogue} loading={<Loading rows={4} />}>
          {() => null}
        </Content>
      ) : (
        <>
          <Chosen value={value} types={types} onRemove={(pattern) => toggle(pattern, false)} />
          <TextInput
            size="xs"
            type="search"
            aria-label={t('findType')}
            placeholder={t('findType')}
            leftSection={<IconSearch size={14} aria-hidden />}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <div className="webhooks-catalogue">
            {typed === '' && (
              <Checkbox
                size="xs"
                className="webhooks-everything"
                label={
                  <>
                    {t('everything')} <span className="mono dimmed">*</span>
                  </>
                }
                description={t('everythingHelp')}
                checked={value.includes('*')}
                // One field has to take the focus when the whole group is refused.
                {...(error ? { 'aria-invalid': true } : {})}
                onChange={(event) => toggle('*', event.currentTarget.checked)}
              />
            )}
            <Surfaces
              families={familiesOf(found(types, typed))}
              isOpen={typed !== ''}
              value={value}
              onToggle={toggle}
            />
          </div>
        </>
      )}
    </fieldset>
  );
}

function found(types: readonly EventTypeSummary[], typed: string): EventTypeSummary[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return types.filter(({ type, label, summary }) => {
    const text = `${type} ${label} ${summary}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

interface ChosenProps {
  value: readonly string[];
  types: readonly EventTypeSummary[];
  onRemove: (pattern: string) => void;
}

function Chosen({ value, types, onRemove }: ChosenProps) {
  return (
    <div className="webhooks-chosen">
      <span className="dimmed" role="status">
        {value.length === 0 ? t('noneSelected') : t('typeCount', { count: typesOf(value, types).length })}
      </span>
      {value.map((pattern) => (
        <button
          key={pattern}
          type="button"
          className="bare chip mono"
          aria-label={t('remove', { name: pattern })}
          onClick={() => onRemove(pattern)}
        >
          {pattern}
          <IconX size={13} aria-hidden />
        </button>
      ))}
    </div>
  );
}

interface SurfacesProps {
  families: readonly EventFamily[];
  isOpen: boolean;
  value: readonly string[];
  onToggle: (pattern: string, isOn: boolean) => void;
}

function Surfaces({ families, isOpen, value, onToggle }: SurfacesProps) {
  if (families.length === 0) return <div className="dimmed webhooks-none">{t('noTypeFound')}</div>;
  return [...Map.groupBy(families, ({ surface }) => surface)].map(([surface, own]) => (
    <section key={surface} className="webhooks-surface">
      <h3>{surfaceName(surface)}</h3>
      {own.map((family) => (
        <EventFamilyField key={family.prefix} family={family} isOpen={isOpen} value={value} onToggle={onToggle} />
      ))}
    </section>
  ));
}
