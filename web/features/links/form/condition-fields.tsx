import { NativeSelect, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';

import { TagsField } from '../../../ui/form/tags-field';
import { CONDITIONS, dayName, newCondition, type ConditionDraft, type ConditionType } from './rule-draft';

import '../links.css';
import { t } from './texts';

import './fields.css';

const types = () => Object.entries(CONDITIONS).map(([value, { label }]) => ({ value, label: label() }));
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
      <span className="dimmed links-condition-word">{isFirst ? t('if') : t('and')}</span>
      <NativeSelect
        size="xs"
        aria-label={t('kindOf', { name })}
        data={types()}
        value={value.type}
        onChange={(event) => onChange(newCondition(event.currentTarget.value as ConditionType))}
      />
      <NativeSelect
        size="xs"
        aria-label={t('whether', { name })}
        data={[
          { value: 'in', label: t('is') },
          { value: 'not_in', label: t('isNot') },
        ]}
        value={value.op}
        onChange={(event) => set({ op: event.currentTarget.value as ConditionDraft['op'] })}
      />
      <div className="links-condition-value">
        {value.type === 'query' && (
          <TextInput
            size="xs"
            aria-label={t('parameterOf', { name })}
            placeholder={t('parameterSample')}
            value={value.name}
            maxLength={64}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
        )}
        <Values value={value} name={name} set={set} />
        {error && <div className="links-fault">{error}</div>}
      </div>
      <button type="button" className="bare links-remove" aria-label={t('removeNamed', { name })} onClick={onRemove}>
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
            label={end === 'after' ? t('after') : t('before')}
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
        <div className="links-days" role="group" aria-label={t('daysOf', { name })}>
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
            label={t('from')}
            value={value.from}
            onChange={(event) => set({ from: event.currentTarget.value })}
          />
          <TextInput
            size="xs"
            type="time"
            label={t('to')}
            value={value.to}
            onChange={(event) => set({ to: event.currentTarget.value })}
          />
          <TextInput
            size="xs"
            label={t('timezone')}
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
    <TagsField
      size="xs"
      aria-label={t('valuesOf', { name })}
      placeholder={value.values.length > 0 ? '' : 'hint' in kind ? kind.hint() : t('chooseValue')}
      data={'values' in kind ? [...kind.values] : []}
      value={value.values}
      maxTags={50}
      onChange={(next) => set({ values: value.type === 'country' ? next.map((code) => code.toUpperCase()) : next })}
    />
  );
}
