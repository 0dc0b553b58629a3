import { IconArrowUp, IconPlus, IconX } from '@tabler/icons-react';
import { useRef, useState, type ClipboardEvent, type ReactNode } from 'react';

import { Finder } from './finder';
import { entriesIn, withEntries } from './list-entries';
import { t } from './texts';

import './chosen.css';
import './list-field.css';

interface ListFieldProps {
  label: string;
  description?: ReactNode;
  placeholder?: string;
  value: readonly string[];
  /** Offered while typing; anything else can be typed too. */
  options?: readonly string[];
  max: number;
  /** Of what is typed. */
  maxLength?: number;
  /** The order means something: entries are numbered and can be moved. */
  isOrdered?: boolean;
  /** Entries contain commas: pasted ones are separated by lines alone. */
  hasCommas?: boolean;
  isRequired?: boolean;
  error?: ReactNode;
  /** What the server refused of an entry. */
  errorOf?: (entry: string) => ReactNode;
  /** What is wrong with an entry as such, said as soon as it is added. */
  check?: (entry: string) => string | undefined;
  onChange: (next: string[]) => void;
}

const SHOWN = 50;

/** A list of short texts: added one by one, by completion, or by pasting lines; nothing stands in it twice. */
export function ListField(props: ListFieldProps) {
  const { label, description, placeholder, value, options = [], max, isOrdered = false, hasCommas = false } = props;
  const { error, errorOf, check, onChange, maxLength, isRequired = false } = props;
  const faultOf = (entry: string) => errorOf?.(entry) ?? check?.(entry);
  const isFaulty = value.some((entry) => Boolean(faultOf(entry)));
  const box = useRef<HTMLFieldSetElement>(null);
  const [typed, setTyped] = useState('');
  const [notice, setNotice] = useState<{ text: string; isRefusal: boolean }>();
  const text = typed.trim();
  const free = options
    .filter((one) => !value.includes(one) && one.toLowerCase().includes(text.toLowerCase()))
    .slice(0, SHOWN);
  // Part of a suggestion is a search; a pattern, or what nothing fits, is an entry.
  const isEntry = free.length === 0 || /[*?]/.test(text);
  const own = text === '' || free.includes(text) ? [] : [text];
  const found = isEntry ? [...own, ...free] : [...free, ...own];

  const add = (entries: readonly string[]) => {
    if (entries.length === 0) return;
    const { next, added, repeated, left } = withEntries(value, entries, max);
    const refusals = [
      ...(repeated.length > 0 ? [t('alreadyListed', { name: repeated[0] ?? '', others: repeated.length - 1 })] : []),
      ...(left > 0 ? [t('listFull', { max })] : []),
    ];
    const isRefusal = refusals.length > 0;
    const faults = entries.flatMap((entry) => check?.(entry) ?? []);
    const news = isRefusal ? refusals : [t('entriesAdded', { count: added }), ...faults];
    setNotice({ text: news.join(' '), isRefusal });
    setTyped('');
    if (added > 0) onChange(next);
  };
  const paste = (event: ClipboardEvent) => {
    const entries = entriesIn(event.clipboardData.getData('text'), hasCommas);
    if (entries.length < 2) return;
    event.preventDefault();
    add(entries);
  };
  const remove = (entry: string) => {
    setNotice({ text: t('entryRemoved', { name: entry }), isRefusal: false });
    onChange(value.filter((one) => one !== entry));
    // The button that had the focus is gone.
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('input, button')?.focus());
  };
  const moveUp = (at: number) => {
    const next = [...value];
    next.splice(at - 1, 2, ...value.slice(at - 1, at + 1).toReversed());
    onChange(next);
  };

  const List = isOrdered ? 'ol' : 'ul';
  return (
    <fieldset ref={box} className="list-field">
      <legend>
        {label}
        {isRequired && (
          <span className="list-field-required" aria-hidden>
            {' *'}
          </span>
        )}
      </legend>
      {description && <div className="dimmed list-field-note">{description}</div>}
      {value.length < max && (
        <Finder
          label={t('addTo', { list: label })}
          isLabelHidden
          {...(placeholder === undefined ? {} : { placeholder })}
          {...(options.length > 0 ? {} : { leftSection: <IconPlus size={14} aria-hidden /> })}
          {...(maxLength === undefined ? {} : { maxLength })}
          isRequired={isRequired}
          // Said at the entry; the field is marked, and gets the focus.
          error={isFaulty ? Boolean(error) : error}
          typed={typed}
          onType={(next) => {
            setTyped(next);
            setNotice(undefined);
          }}
          found={found}
          keyOf={(one) => one}
          show={(one) => (
            <>
              <IconPlus size={14} aria-hidden />
              <span className="mono list-field-entry">{one}</span>
            </>
          )}
          none={t(options.length > 0 ? 'nothingLeft' : 'typeEntry')}
          onChoose={(one) => add([one])}
          onLeave={() => isEntry && add(entriesIn(typed, hasCommas))}
          onPaste={paste}
        />
      )}
      {value.length >= max && !isFaulty && error && <div className="list-field-refusal">{error}</div>}
      <div role="status" className={notice?.isRefusal ? 'list-field-refusal' : 'visually-hidden'}>
        {notice?.text}
      </div>
      {value.length > 0 && (
        <List className="chosen" aria-label={label}>
          {value.map((entry, at) => (
            <li key={entry} data-faulty={faultOf(entry) ? true : undefined}>
              {isOrdered && <span className="dimmed numbers">{at + 1}</span>}
              <span className="mono list-field-entry">{entry}</span>
              {isOrdered && at > 0 && (
                <button type="button" className="bare" aria-label={t('moveUp', { entry })} onClick={() => moveUp(at)}>
                  <IconArrowUp size={14} aria-hidden />
                </button>
              )}
              <button
                type="button"
                className="bare"
                aria-label={t('removeEntry', { entry })}
                onClick={() => remove(entry)}
              >
                <IconX size={14} aria-hidden />
              </button>
              {faultOf(entry) && <span className="list-field-fault">{faultOf(entry)}</span>}
            </li>
          ))}
        </List>
      )}
    </fieldset>
  );
}
