import { useEffect, useMemo, useRef, useSyncExternalStore, type RefObject } from 'react';

const STORED = 'sb_shortcuts';
const SEQUENCE_MS = 1200;
const CODE_BUTTON = '#main [data-copies-code]';
const listeners = new Set<() => void>();

const readEnabled = (): boolean => {
  try {
    return localStorage.getItem(STORED) !== 'off';
  } catch {
    return true; // the browser forbids storage
  }
};
let enabled = readEnabled();

export function setShortcutsEnabled(on: boolean): void {
  enabled = on;
  try {
    localStorage.setItem(STORED, on ? 'on' : 'off');
  } catch {
    // the browser forbids storage
  }
  for (const listener of listeners) listener();
}

export const useShortcutsEnabled = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => enabled,
  );

/** Where a letter is text, or a dialog is open, it is no shortcut. */
function isBusy(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  const { target } = event;
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return true;
  // Space presses these; on links it does nothing.
  if (event.key === ' ' && target.closest('button, summary, [role="button"], [role="tab"]')) return true;
  return document.querySelector('[role="dialog"], [role="menu"], dialog[open]') !== null;
}

let first = '';
let firstAt = 0;

/**
 * Handles single letters, `?`, `/`, `.` and sequences such as `g k` while the component is mounted. People can switch
 * them off.
 */
export function useShortcuts(shortcuts: Record<string, () => void>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!enabled || isBusy(event)) return;
      const isSequence = first !== '' && Date.now() - firstAt < SEQUENCE_MS;
      const act = (isSequence ? shortcuts[`${first} ${event.key}`] : undefined) ?? shortcuts[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [shortcuts]);
}

/** `j` and `k` move through the rows of the list inside the element; `.` copies the calls of the page as code. */
export function useRowShortcuts(): RefObject<HTMLDivElement | null> {
  const frame = useRef<HTMLDivElement>(null);
  useShortcuts(
    useMemo(() => {
      const move = (step: 1 | -1) => () => {
        const links = [...(frame.current?.querySelectorAll<HTMLElement>('.row-link') ?? [])];
        const row = document.activeElement?.closest('tr');
        const at = links.findIndex((link) => row?.contains(link));
        const next = at === -1 ? links[0] : links[at + step];
        next?.focus();
      };
      const copy = () => document.querySelector<HTMLElement>(CODE_BUTTON)?.click();
      return { j: move(1), k: move(-1), '.': copy };
    }, []),
  );
  return frame;
}

// After all other listeners have seen the second letter.
if (typeof window !== 'undefined') {
  window.addEventListener('keydown', (event) => {
    first = event.key === 'g' && !isBusy(event) ? 'g' : '';
    firstAt = Date.now();
  });
}

/** ⌘ or Ctrl with a letter, in fields too. */
export function useCommandKey(letter: string, act: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== letter || !(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [letter, act]);
}
