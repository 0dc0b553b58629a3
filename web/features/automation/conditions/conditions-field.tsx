import { NativeSelect, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState, type ClipboardEvent, type ReactNode } from 'react';

import { Finder } from '../../../ui/form/finder';
import { TextArea } from '../../../ui/form/text-area';
import { ConditionMark, type TestedCondition } from './condition-mark';
import {
  conditionsIn,
  literalOf,
  needsValue,
  OPERATORS,
  parseCondition,
  printCondition,
  type Condition,
} from './conditions';
import { matchingFields, type FieldOption } from './field-options';
import { showField } from './show-field';
import { t } from './texts';

import './conditions.css';

/** What the sample has, and what the server says of the conditions. */
export interface ConditionSample {
  fields: readonly FieldOption[];
  tested: readonly TestedCondition[];
  /** By the name of the field: `filter`, and `filter.0` for its first line. */
  faults: Readonly<Record<string, string>>;
}

export interface ConditionsFieldProps {
  label: string;
  /** Conditions, one a line. */
  value: string;
  onChange: (lines: string) => void;
  error?: ReactNode;
  /** The name of the field in the form, below which the server names faults. */
  name: string;
  help: string;
  /** With a heading: a part of the form by itself. */
  isPart?: boolean;
  max: number;
  /** What fields of the sample begin with. */
  placeholder: string;
  sample: ConditionSample;
  onTextFocus?: (text: HTMLTextAreaElement) => void;
}

const NEW: Condition = { field: '', operator: 'eq', value: '', literal: '' };
const linesOf = (rows: readonly Condition[]): string =>
  rows
    .map(printCondition)
    .filter((line) => line !== '')
    .join('\n');

/** Conditions as rows of field, operator and value, or as the text that they are. */
export function ConditionsField({ value, onChange, error, ...props }: ConditionsFieldProps) {
  const { label, name, help, isPart = false, max, placeholder, sample, onTextFocus } = props;
  const [isText, setIsText] = useState(false);
  const [rows, setRows] = useState<readonly Condition[]>(() => conditionsIn(value));
  // Changed from outside, such as by another member’s version.
  if (!isText && linesOf(rows) !== linesOf(conditionsIn(value))) setRows(conditionsIn(value));
  const { faults } = sample;
  const change = (next: readonly Condition[]) => {
    setRows(next);
    onChange(linesOf(next));
  };
  const fault = error ?? faults[name];
  const paste = (event: ClipboardEvent) => {
    const pasted = conditionsIn(event.clipboardData.getData('text'));
    if (isText || max === 1 || pasted.length < 2) return;
    event.preventDefault();
    change([...rows.filter((row) => printCondition(row) !== ''), ...pasted]);
  };
  return (
    <fieldset className="endpoint-part conditions" onPaste={paste}>
      <legend>{isPart ? <h2>{label}</h2> : label}</legend>
      <div className="dimmed automation-small">{help}</div>
      {isText ? (
        <TextArea
          aria-label={label}
          description={max > 1 && t('textHelp')}
          className="mono-input"
          minRows={1}
          maxRows={10}
          spellCheck={false}
          value={value}
          error={fault ?? firstFault(faults, name, conditionsIn(value).length)}
          onFocus={(event) => onTextFocus?.(event.currentTarget)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      ) : (
        <>
          {rows.map((row, at) => (
            <Row
              // oxlint-disable-next-line react/no-array-index-key -- a row has no other name than its place
              key={at}
              of={row}
              number={at + 1}
              sample={sample}
              placeholder={placeholder}
              fault={faults[`${name}.${linePosition(rows, at)}`] ?? (max === 1 ? fault : undefined)}
              onChange={(next) => change(rows.with(at, next))}
              onRemove={() => change(rows.toSpliced(at, 1))}
            />
          ))}
          {fault && max > 1 && (
            <div className="condition-fault" role="alert">
              {fault}
            </div>
          )}
        </>
      )}
      <div className="conditions-buttons">
        {!isText && rows.length < max && (
          <button type="button" className="copy-button" onClick={() => setRows([...rows, NEW])}>
            <IconPlus size={13} aria-hidden /> {t('addCondition')}
          </button>
        )}
        {(isText || rows.length > 0) && (
          <button
            type="button"
            className="copy-button"
            onClick={() => {
              setRows(conditionsIn(value));
              setIsText(!isText);
            }}
          >
            {t(isText ? 'editAsRows' : 'editAsText')}
          </button>
        )}
      </div>
    </fieldset>
  );
}

/** The place of a row among those that are not empty, which is how the server counts. */
const linePosition = (rows: readonly Condition[], at: number): number =>
  rows.slice(0, at).filter((row) => printCondition(row) !== '').length;

/** With the number of its condition: the text has no other place for it. */
function firstFault(faults: Readonly<Record<string, string>>, name: string, count: number): string | undefined {
  const number = Array.from({ length: count }, (_, at) => at).find((at) => faults[`${name}.${at}`] !== undefined);
  return number === undefined ? undefined : `${t('typedCondition')} ${number + 1}: ${faults[`${name}.${number}`]}`;
}

interface RowProps {
  of: Condition;
  number: number;
  sample: ConditionSample;
  placeholder: string;
  fault: ReactNode;
  onChange: (next: Condition) => void;
  onRemove: () => void;
}

function Row({ of, number, sample, placeholder, fault, onChange, onRemove }: RowProps) {
  const source = printCondition(of);
  const result = sample.tested.find(({ condition }) => condition === source);
  return (
    <div
      className="condition"
      role="group"
      aria-label={`${t('typedCondition')} ${number}`}
      data-typed={'source' in of || undefined}
    >
      {'source' in of ? (
        <TextInput
          label={t('typedCondition')}
          className="mono-input"
          spellCheck={false}
          value={of.source}
          error={Boolean(fault)}
          onChange={(event) => onChange({ source: event.currentTarget.value })}
          // What is simple enough becomes fields once it is whole.
          onBlur={() => onChange(parseCondition(of.source))}
        />
      ) : (
        <SimpleFields
          of={of}
          fields={sample.fields}
          placeholder={placeholder}
          isInvalid={Boolean(fault)}
          onChange={onChange}
        />
      )}
      {result ? <ConditionMark of={result} /> : <span />}
      <button type="button" className="bare" aria-label={t('removeCondition', { number })} onClick={onRemove}>
        <IconTrash size={15} stroke={1.6} aria-hidden />
      </button>
      {fault && <span className="condition-fault">{fault}</span>}
    </div>
  );
}

type SimpleCondition = Extract<Condition, { field: string }>;

interface SimpleFieldsProps {
  of: SimpleCondition;
  fields: readonly FieldOption[];
  placeholder: string;
  isInvalid: boolean;
  onChange: (next: Condition) => void;
}

function SimpleFields({ of, fields, placeholder, isInvalid, onChange }: SimpleFieldsProps) {
  const sampleOf = (path: string) => fields.find((one) => one.path === path);
  const set = (change: Partial<SimpleCondition>) => {
    const next = { ...of, ...change };
    onChange({ ...next, literal: literalOf(next.value, next.operator, sampleOf(next.field)?.value) });
  };
  return (
    <>
      <Finder
        label={t('field')}
        placeholder={placeholder}
        error={isInvalid}
        typed={of.field}
        onType={(field) => set({ field: field.trim() })}
        found={matchingFields(fields, of.field)}
        keyOf={({ path }) => path}
        show={showField}
        none={t('noFieldFound')}
        onChoose={({ path }) => set({ field: path })}
      />
      <NativeSelect
        label={t('operator')}
        data={OPERATORS.map((value) => ({ value, label: t(`op_${value}`) }))}
        value={of.operator}
        onChange={(event) => {
          const chosen = OPERATORS.find((one) => one === event.currentTarget.value);
          if (chosen) set({ operator: chosen });
        }}
      />
      {needsValue(of.operator) ? (
        <TextInput
          label={t('value')}
          placeholder={textOf(sampleOf(of.field)?.value)}
          spellCheck={false}
          value={of.value}
          onChange={(event) => set({ value: event.currentTarget.value })}
        />
      ) : (
        <span />
      )}
    </>
  );
}

const MAX_PLACEHOLDER = 30;
const textOf = (value: unknown): string =>
  value === null || value === undefined
    ? ''
    : (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, MAX_PLACEHOLDER);
