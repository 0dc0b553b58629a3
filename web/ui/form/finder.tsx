import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useId, useState, type ClipboardEvent, type KeyboardEvent, type ReactNode } from 'react';

import './finder.css';

interface FinderProps<T> {
  label: string;
  description?: ReactNode;
  placeholder?: string;
  error?: ReactNode;
  disabled?: boolean;
  typed: string;
  onType: (typed: string) => void;
  found: readonly T[];
  keyOf: (one: T) => string;
  show: (one: T) => ReactNode;
  none: ReactNode;
  onOpen?: () => void;
  onChoose: (one: T) => void;
  onLeave?: () => void;
  onPaste?: (event: ClipboardEvent<HTMLInputElement>) => void;
}

/** A field with what fits below it: arrows move, Enter chooses, and the field stays for the next. */
export function Finder<T>(props: FinderProps<T>) {
  const { typed, onType, found, keyOf, show, none, onOpen, onChoose, onLeave, onPaste, ...field } = props;
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [at, setAt] = useState(0);
  const current = Math.min(at, Math.max(found.length - 1, 0));
  const open = () => {
    setIsOpen(true);
    onOpen?.();
  };
  const choose = (one: T | undefined) => {
    if (one === undefined) return;
    onChoose(one);
    setAt(0);
    // Open, the list hides what is below; a letter or an arrow opens it again.
    setIsOpen(false);
  };
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      open();
      setAt((current + step + found.length) % Math.max(found.length, 1));
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      if (isOpen) choose(found[current]);
    }
    if (event.key === 'Escape' && isOpen) {
      event.stopPropagation();
      setIsOpen(false);
    }
  };

  return (
    <div className="finder">
      <TextInput
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={isOpen && found[current] !== undefined ? `${id}-${current}` : undefined}
        aria-autocomplete="list"
        leftSection={<IconSearch size={14} aria-hidden />}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        {...field}
        value={typed}
        onFocus={(event) => event.currentTarget.select()}
        onClick={open}
        onBlur={() => {
          setIsOpen(false);
          onLeave?.();
        }}
        onChange={(event) => {
          onType(event.currentTarget.value);
          open();
          setAt(0);
        }}
        onKeyDown={onKey}
        onPaste={onPaste}
      />
      <div className="finder-found card" hidden={!isOpen}>
        <ul id={`${id}-list`} role="listbox" aria-label={field.label}>
          {found.map((one, index) => (
            <li
              key={keyOf(one)}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === current}
              // The field keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onPointerMove={() => setAt(index)}
              onClick={() => choose(one)}
            >
              {show(one)}
            </li>
          ))}
        </ul>
        {found.length === 0 && (
          <div className="finder-none dimmed" role="status">
            {none}
          </div>
        )}
      </div>
    </div>
  );
}
