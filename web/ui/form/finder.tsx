import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react';

import { placeList } from './place-list';

import './finder.css';

interface FinderProps<T> {
  label: string;
  isLabelHidden?: boolean;
  description?: ReactNode;
  placeholder?: string;
  error?: ReactNode;
  disabled?: boolean;
  isRequired?: boolean;
  maxLength?: number;
  /** In place of the lens, for a field in which nothing is searched. */
  leftSection?: ReactNode;
  typed: string;
  onType: (typed: string) => void;
  found: readonly T[];
  keyOf: (one: T) => string;
  show: (one: T) => ReactNode;
  /** What stands above those of one kind, which follow each other in `found`. */
  groupOf?: (one: T) => string;
  /** For a field that was asked for: its list is what people want to see. */
  isInitiallyOpen?: boolean;
  none: ReactNode;
  onOpen?: () => void;
  onChoose: (one: T) => void;
  /** With Tab, or with the click that is elsewhere; not before it, as what is added then would move what is clicked. */
  onLeave?: () => void;
  onPaste?: (event: ClipboardEvent<HTMLInputElement>) => void;
}

/** A field with what fits below it: arrows move, Enter chooses, and the field stays for the next. */
export function Finder<T>(props: FinderProps<T>) {
  const { typed, onType, found, keyOf, show, groupOf, isInitiallyOpen = false, isLabelHidden = false, ...rest } = props;
  const { none, onOpen, onChoose, onLeave, onPaste, label, isRequired, ...described } = rest;
  const field = { ...described, ...(isLabelHidden ? { 'aria-label': label } : { label }) };
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(isInitiallyOpen);
  const [at, setAt] = useState(0);
  const current = Math.min(at, Math.max(found.length - 1, 0));
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (isOpen && list.current && root.current) placeList(list.current, root.current);
  }, [isOpen]);
  const isEntered = useRef(false);
  const isTabbing = useRef(false);
  const leave = () => {
    if (isEntered.current) onLeave?.();
    isEntered.current = false;
  };
  const onClickElsewhere = useEffectEvent((event: Event) => {
    if (!root.current?.contains(event.target as Node)) leave();
  });
  useEffect(() => {
    const onClick = (event: Event) => onClickElsewhere(event);
    // Before the button that is clicked reads the form.
    document.addEventListener('click', onClick, true);
    return () => document.removeEventListener('click', onClick, true);
  }, []);
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
    isTabbing.current = event.key === 'Tab';
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      open();
      setAt((current + step + found.length) % Math.max(found.length, 1));
      // After the list has marked it.
      requestAnimationFrame(() =>
        list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' }),
      );
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

  const option = (one: T, index: number) => (
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
  );
  const groups = groupOf && [...Map.groupBy(found.entries(), ([, one]) => groupOf(one))];
  return (
    <div ref={root} className="finder">
      <TextInput
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={isOpen && found[current] !== undefined ? `${id}-${current}` : undefined}
        aria-autocomplete="list"
        aria-required={isRequired}
        leftSection={<IconSearch size={14} aria-hidden />}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        {...field}
        value={typed}
        onFocus={(event) => {
          isEntered.current = true;
          isTabbing.current = false;
          event.currentTarget.select();
        }}
        onClick={open}
        onBlur={() => {
          setIsOpen(false);
          if (isTabbing.current) leave();
        }}
        onChange={(event) => {
          onType(event.currentTarget.value);
          open();
          setAt(0);
        }}
        onKeyDown={onKey}
        onPaste={onPaste}
      />
      <div ref={list} className="finder-found card" hidden={!isOpen}>
        <ul id={`${id}-list`} role="listbox" aria-label={label}>
          {groups
            ? groups.map(([name, members]) => (
                <li key={name} role="group" aria-label={name} className="finder-group">
                  <div className="finder-heading dimmed" aria-hidden>
                    {name}
                  </div>
                  <ul role="presentation">{members.map(([index, one]) => option(one, index))}</ul>
                </li>
              ))
            : found.map(option)}
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
