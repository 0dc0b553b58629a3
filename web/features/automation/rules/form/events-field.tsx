import { IconX } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';

import { Finder } from '../../../../ui/form/finder';
import { useCan } from '../../../../ui/shell/workspace';
import { familiesOf, withPattern, type EventTypeSummary } from '../../../webhooks/form/patterns';
import { useEventTypes } from '../../../webhooks/form/use-event-types';
import { t } from './texts';

import '../../../../ui/form/chosen.css';

interface EventsFieldProps {
  value: readonly string[];
  onChange: (patterns: string[]) => void;
  error?: ReactNode;
}

interface Option {
  /** An event type, or a pattern of several. */
  pattern: string;
  label: string;
  help: string;
  group: Group;
}

const GROUPS = ['whatsapp', 'link', 'automation', 'webhook', 'ai', 'workspace'] as const;
type Group = (typeof GROUPS)[number];

/** Events by the channel that they come from, by their plain names. */
export function EventsField({ value, onChange, error }: EventsFieldProps) {
  const can = useCan();
  const [typed, setTyped] = useState('');
  const types = (useEventTypes() ?? []).filter(({ scope }) => can(scope));
  const options = optionsOf(types).filter(({ pattern }) => !value.includes(pattern));
  return (
    <div className="rule-events" role="group" aria-label={t('events')}>
      {value.length > 0 && (
        <ul className="chosen" aria-label={t('events')}>
          {value.map((pattern) => (
            <Chosen
              key={pattern}
              pattern={pattern}
              name={types.find(({ type }) => type === pattern)?.label}
              onRemove={() => onChange(value.filter((one) => one !== pattern))}
            />
          ))}
        </ul>
      )}
      <Finder
        label={t('addEvent')}
        placeholder={t('addEventPlaceholder')}
        error={error}
        typed={typed}
        onType={setTyped}
        found={matching(options, typed)}
        keyOf={({ pattern }) => pattern}
        groupOf={({ group }) => t(`group_${group}`)}
        show={({ pattern, label, help }) => (
          <span className="rule-event" title={help}>
            <span>{label}</span>
            <span className="mono dimmed truncate">{pattern}</span>
          </span>
        )}
        none={t('noEventFound')}
        onChoose={({ pattern }) => {
          onChange(withPattern(value, pattern, types));
          setTyped('');
        }}
      />
    </div>
  );
}

interface ChosenProps {
  pattern: string;
  name: string | undefined;
  onRemove: () => void;
}

function Chosen({ pattern, name, onRemove }: ChosenProps) {
  return (
    <li>
      {name !== undefined && <span>{name}</span>}
      <span className={name === undefined ? 'mono' : 'mono dimmed'}>{pattern}</span>
      <button
        type="button"
        className="bare"
        aria-label={t('removeEvent', { name: name ?? pattern })}
        onClick={onRemove}
      >
        <IconX size={14} aria-hidden />
      </button>
    </li>
  );
}

function optionsOf(types: readonly EventTypeSummary[]): Option[] {
  const single = types.map(({ type, label, summary }) => ({
    pattern: type,
    label,
    help: summary,
    group: groupOf(type),
  }));
  const families = familiesOf(types)
    .filter((family) => family.types.filter((one) => one.matched_by_patterns).length > 1)
    .map(({ prefix }) => ({ pattern: `${prefix}.*`, label: t('allOf'), help: t('allOf'), group: groupOf(prefix) }));
  const every: Option = { pattern: '*', label: t('everyEvent'), help: t('everyEventHelp'), group: 'workspace' };
  const all = [...single, ...families, ...(types.length > 0 ? [every] : [])];
  return GROUPS.flatMap((group) => all.filter((one) => one.group === group));
}

const groupOf = (type: string): Group => {
  const first = type.split('.', 1)[0];
  return GROUPS.find((group) => group === first) ?? 'workspace';
};

function matching(options: readonly Option[], typed: string): Option[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return options.filter(({ pattern, label, help, group }) => {
    const text = `${pattern} ${label} ${help} ${t(`group_${group}`)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
