import { NativeSelect, TagsInput, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';

import { CONDITIONS, dayName, newCondition, type ConditionDraft, type ConditionType } from './rule-draft';

import '../links.css';
import './fields.css';

const TYPES = Object.entries(CONDITIONS).map(([value, { label }]) => ({ value, label }));
const WEEK = [1, 2, 3, 4, 5, 6, 7];

interface ConditionFieldsProps {
  value: ConditionDraft;
  name: string;
  isFirst: boolean;
  error: string | undefined;
  onChange: (next: ConditionDraft) => void;
  onRemove: () => void;
}

export function ConditionFields({ value, name, isFirst, error, onChange, onRemove }: ConditionFieldsProps) {
  const set = (change: Partial<ConditionDraft>) => onChange({ ...value, ...change });
  return (
    <div className="links-condition">
      <span className="dimmed links-condition-word">{isFirst ? 'If' : 'and'}</span>
      <NativeSelect
        size="xs"
        aria-label={`Kind of ${name}`}
        data={TYPES}
        value={value.type}
        onChange={(event) => onChange(newCondition(event.currentTarget.value as ConditionType))}
      />
      <NativeSelect
        size="xs"
        aria-label={`Whether ${name} is to hold`}
        data={[
          { value: 'in', label: 'is' },
          { value: 'not_in', label: 'is not' },
        ]}
        value={value.op}
        onChange={(event) => set({ op: event.currentTarget.value as ConditionDraft['op'] })}
      />
      <div className="links-condition-value">
        {value.type === 'query' && (
          <TextInput
            size="xs"
            aria-label={`Name of the parameter in ${name}`}
            placeholder="Name, such as ref"
            value={value.name}
            maxLength={64}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
        )}
        <Values value={value} name={name} set={set} />
        {error && <div className="links-fault">{error}</div>}
      </div>
      <button type="button" className="bare links-remove" aria-label={`Remove ${name}`} onClick={onRemove}>
        <IconX size={15} aria-hidden />
      </button>
    </div>
  );
}

interface ValuesProps {
  value: ConditionDraft;
  name: string;
  set: (change: Partial<ConditionDraft>) => void;
}

function Values({ value, name, set }: ValuesProps) {
  if (value.type === 'time') {
    return (
      <div className="links-pair">
        {(['after', 'before'] as const).map((end) => (
          <TextInput
            key={end}
            size="xs"
            type="datetime-local"
            label={end === 'after' ? 'After' : 'Before'}
            value={value[end]}
            onChange={(event) => set({ [end]: event.currentTarget.value })}
          />
        ))}
      </div>
    );
  }
  if (value.type === 'hours') {
    return (
      <>
        <div className="links-days" role="group" aria-label={`Days of ${name}`}>
          {WEEK.map((day) => (
            <label key={day}>
              <input
                type="checkbox"
                checked={value.days.includes(day)}
                onChange={() =>
                  set({
                    days: value.days.includes(day)
                      ? value.days.filter((one) => one !== day)
                      : WEEK.filter((one) => one === day || value.days.includes(one)),
                  })
                }
              />
              {dayName(day)}
            </label>
          ))}
        </div>
        <div className="links-hours">
          <TextInput
            size="xs"
            type="time"
            label="From"
            value={value.from}
            onChange={(event) => set({ from: event.currentTarget.value })}
          />
          <TextInput
            size="xs"
            type="time"
            label="To"
            value={value.to}
            onChange={(event) => set({ to: event.currentTarget.value })}
          />
          <TextInput
            size="xs"
            label="Time zone"
            value={value.timezone}
            maxLength={64}
            onChange={(event) => set({ timezone: event.currentTarget.value })}
          />
        </div>
      </>
    );
  }
  const kind = CONDITIONS[value.type];
  return (
    <TagsInput
      size="xs"
      aria-label={`Values of ${name}`}
      placeholder={value.values.length > 0 ? '' : 'hint' in kind ? kind.hint : 'Choose'}
      data={'values' in kind ? [...kind.values] : []}
      value={value.values}
      maxTags={50}
      onChange={(next) => set({ values: value.type === 'country' ? next.map((code) => code.toUpperCase()) : next })}
    />
  );
}
