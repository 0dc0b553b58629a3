import { TextInput } from '@mantine/core';
import { IconChevronDown, IconSearch } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';

import { useShortcuts } from '../shortcuts';

import './table.css';

export function Filters({ children }: { children: ReactNode }) {
  return (
    <div className="filters" role="search">
      {children}
    </div>
  );
}

const WAIT_MS = 250;

interface SearchFieldProps {
  label: string;
  value: string | undefined;
  /** Debounced. */
  onChange: (value: string | undefined) => void;
}

export function SearchField({ label, value = '', onChange }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const field = useRef<HTMLInputElement>(null);
  /** The page may take it without making it the value, such as an id that it opens. */
  const sent = useRef(value);
  useShortcuts(useMemo(() => ({ '/': () => field.current?.focus() }), []));
  // The value was changed elsewhere, such as by "Clear filters".
  if (value !== known) {
    setKnown(value);
    setTyped(value);
  }
  useEffect(() => {
    sent.current = value;
  }, [value]);
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = wanted;
      onChange(wanted === '' ? undefined : wanted);
    }, WAIT_MS);
    return () => clearTimeout(timer);
  }, [typed, onChange]);

  return (
    <TextInput
      ref={field}
      className="filters-search"
      size="xs"
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={14} aria-hidden />}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}

interface FilterSelectProps<T extends string> {
  label: string;
  value: T | undefined;
  options: readonly { value: T; label: string }[];
  onChange: (value: T | undefined) => void;
  width?: number;
}

/** The browser’s own select: the kit’s is thirty times its size. */
export function FilterSelect<T extends string>({ label, value, options, onChange, width = 150 }: FilterSelectProps<T>) {
  return (
    <span className="filter-select" data-active={value !== undefined} style={{ width }}>
      <select
        aria-label={label}
        value={value ?? ''}
        onChange={(event) => onChange(options.find((option) => option.value === event.currentTarget.value)?.value)}
      >
        <option value="">{label}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <IconChevronDown size={14} aria-hidden />
    </span>
  );
}
