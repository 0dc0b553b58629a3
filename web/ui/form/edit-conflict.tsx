import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';

import { useTRPC } from '../../trpc';
import { Actions } from '../actions';
import { errorText } from '../problem';
import { useCan } from '../shell/workspace';
import { Note } from '../tag';
import { Time } from '../time';
import { t } from './texts';

import './edit-conflict.css';

export interface ConflictField<Values> {
  name: keyof Values & string;
  label: string;
  show?: (values: Values) => string;
}

interface Versioned {
  version: number;
  updated_at: string | null;
}

interface Sides<T extends Versioned, Values extends object> {
  isStale: boolean;
  base: T;
  /** The object as another member saved it. */
  current: T;
  valuesOf: (object: T) => Values;
  mine: Values;
  refusal: unknown;
  adopt: (object: T) => void;
}

interface StaleProps<T extends Versioned, Values extends object> {
  of: Sides<T, Values>;
  id: string;
  what: string;
  fields: readonly ConflictField<Values>[];
  onSave: (values: Values, onto: T) => Promise<unknown>;
}

type Side = 'theirs' | 'mine';

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * Resolves a conflict with another member’s change, field by field. Fields that only one side changed are chosen
 * already.
 */
export function EditConflict<T extends Versioned, Values extends object>(props: StaleProps<T, Values>) {
  return props.of.isStale && <Choice key={props.of.current.version} {...props} />;
}

function Choice<T extends Versioned, Values extends object>(props: StaleProps<T, Values>) {
  const { of, id, what, fields, onSave } = props;
  const { current, valuesOf, mine } = of;
  const [base, theirs] = [valuesOf(of.base), valuesOf(current)];
  const name = useId();
  const panel = useRef<HTMLElement>(null);
  const differing = fields.filter((field) => !same(theirs[field.name], mine[field.name]));
  const preset = (field: ConflictField<Values>): Side | undefined => {
    if (same(base[field.name], theirs[field.name])) return 'mine';
    return same(base[field.name], mine[field.name]) ? 'theirs' : undefined;
  };
  const [chosen, setChosen] = useState<Partial<Record<string, Side>>>({});
  const sideOf = (field: ConflictField<Values>) => chosen[field.name] ?? preset(field);
  const isOpen = differing.some((field) => sideOf(field) === undefined);
  useEffect(() => {
    // In braces: newer browsers return a promise, which React would take for a clean-up function.
    panel.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  const save = async () => {
    const picked = differing.filter((field) => sideOf(field) === 'mine').map((field) => [field.name, mine[field.name]]);
    const values = { ...theirs, ...(Object.fromEntries(picked) as Partial<Values>) };
    // The refusal is shown by `of`.
    await onSave(values, current).catch(() => {});
  };

  return (
    <section ref={panel} className="edit-conflict" aria-labelledby={`${name}-title`}>
      <Note tone="warning" alert>
        <strong id={`${name}-title`}>
          <ChangedBy id={id} at={current.updated_at ?? ''} />
        </strong>
        <div>{t('changedMeanwhile', { what })}</div>
      </Note>
      <table className="edit-conflict-table" aria-label={t('theirsAndMine')}>
        <thead>
          <tr>
            <th scope="col">{t('field')}</th>
            <th scope="col">{t('theirs')}</th>
            <th scope="col">{t('mine')}</th>
          </tr>
        </thead>
        <tbody>
          {differing.map((field) => (
            <tr key={field.name}>
              <th scope="row">{field.label}</th>
              {(['theirs', 'mine'] as const).map((side) => (
                <td key={side}>
                  <label>
                    <input
                      type="radio"
                      name={`${name}-${field.name}`}
                      checked={sideOf(field) === side}
                      onChange={() => setChosen({ ...chosen, [field.name]: side })}
                    />
                    <span>
                      <span className="visually-hidden">{t('valueOf', { field: field.label, side })} </span>
                      {wordsOf(field, side === 'theirs' ? theirs : mine)}
                    </span>
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {of.refusal !== undefined && (
        <Note tone="error" alert>
          {errorText(of.refusal)}
        </Note>
      )}
      <Actions>
        <Button variant="default" onClick={() => of.adopt(current)}>
          {t('allTheirs')}
        </Button>
        <Button disabled={isOpen} onClick={() => void save()}>
          {t('saveSelection')}
        </Button>
      </Actions>
    </section>
  );
}

function wordsOf<Values>(field: ConflictField<Values>, values: Values): string {
  const text = field.show ? field.show(values) : plain(values[field.name]);
  return text === '' ? t('nothing') : text;
}

function plain(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function ChangedBy({ id, at }: { id: string; at: string }) {
  const trpc = useTRPC();
  const isTold = useCan()('audit:read');
  const last = useQuery(
    trpc.audit_entries.list.queryOptions({ target_id: id, limit: 1 }, { enabled: isTold, staleTime: 0, gcTime: 0 }),
  );
  return (
    <>
      {t('changedBy', { name: last.data?.data[0]?.actor.label || t('anotherMember') })} <Time at={at} />
    </>
  );
}
