import { TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface LinesProps<T> {
  legend: string;
  items: readonly T[];
  least: number;
  max: number;
  add: string;
  /** The name of the button that removes the nth; from 1. */
  removeLabel: (number: number) => string;
  onAdd: () => void;
  onRemove: (index: number) => void;
  children: (item: T, index: number) => ReactNode;
}

export function RepeatedFields<T>({
  legend,
  items,
  least,
  max,
  add,
  removeLabel,
  onAdd,
  onRemove,
  children,
}: LinesProps<T>) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      {items.map((item, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines have no other name than their place
        <div key={index} className="composer-line">
          {children(item, index)}
          {items.length > least && (
            <button
              type="button"
              className="bare composer-remove"
              aria-label={removeLabel(index + 1)}
              onClick={() => onRemove(index)}
            >
              <IconX size={14} aria-hidden />
            </button>
          )}
        </div>
      ))}
      {items.length < max && (
        <div>
          <button type="button" className="copy-button" onClick={onAdd}>
            <IconPlus size={13} aria-hidden /> {add}
          </button>
        </div>
      )}
    </fieldset>
  );
}

interface LineProps {
  label: string;
  maxLength: number;
  value?: string;
  onChange?: unknown;
  error?: ReactNode;
}

export function InlineField({ label, ...rest }: LineProps) {
  return <TextInput size="xs" aria-label={label} placeholder={label} {...(rest as object)} />;
}
