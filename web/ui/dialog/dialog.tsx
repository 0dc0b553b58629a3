import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';

import { Actions } from '../actions';
import { lazyWhenIdle } from '../lazy-parts';
import { t } from './texts';

/** Open while rendered. `data-autofocus` marks the element that gets the focus first. */
export const Dialog = lazyWhenIdle(async () => (await import('./dialog-frames')).DialogFrame);

/** A drawer from the right, open while rendered. */
export const Sheet = lazyWhenIdle(async () => (await import('./dialog-frames')).SheetFrame);

interface ConfirmProps {
  title: string;
  children: ReactNode;
  action: string;
  /** On the button that closes: `Cancel` by default. */
  keep?: string;
  isDangerous?: boolean;
  /** Typed by the person before the button works. */
  typed?: string;
  isPending?: boolean;
  error?: ReactNode;
  also?: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
}

/** The focus is on Cancel. */
export function Confirm(props: ConfirmProps) {
  const {
    title,
    children,
    action,
    keep = t('cancel'),
    isDangerous = true,
    typed,
    isPending = false,
    error,
    also,
    onConfirm,
    onClose,
  } = props;
  const [text, setText] = useState('');
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="confirm-text">{children}</div>
      {typed !== undefined && (
        <label className="confirm-typed">
          <span>{t.rich('typeToConfirm', { text: typed, b: (part) => <strong>{part}</strong> })}</span>
          <input
            className="plain-input"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            autoComplete="off"
          />
        </label>
      )}
      {error}
      <Actions>
        <Button variant="default" onClick={onClose} data-autofocus>
          {keep}
        </Button>
        {also}
        <Button
          color={isDangerous ? 'red' : 'petrol'}
          loading={isPending}
          disabled={typed !== undefined && text.trim() !== typed}
          onClick={onConfirm}
        >
          {action}
        </Button>
      </Actions>
    </Dialog>
  );
}
