import { TextInput } from '@mantine/core';
import { IconBraces } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';

import { Finder } from '../../../../ui/form/finder';
import { TextArea } from '../../../../ui/form/text-area';
import { matchingFields, type FieldOption } from '../../conditions/field-options';
import { showField } from '../../conditions/show-field';
import { useFields } from './sample-context';
import { t } from './texts';

interface TemplateFieldProps {
  label: string;
  description?: ReactNode;
  placeholder?: string;
  value: string;
  onInsert: (next: string) => void;
  /** How many steps come before: later ones read what they made. */
  step: number;
  /** Undefined for a field of one line. */
  rows?: number;
  maxRows?: number;
  maxLength?: number;
}

/** A field whose text is a template, with a list of the values that can be put into it. */
export function TemplateField({ value, onInsert, step, rows, maxRows = 12, ...field }: TemplateFieldProps) {
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const fields = useFields(step);

  const insert = ({ path }: FieldOption) => {
    const { selectionStart, selectionEnd } = input.current ?? { selectionStart: null, selectionEnd: null };
    const start = selectionStart ?? value.length;
    const text = `{{ ${path} }}`;
    onInsert(value.slice(0, start) + text + value.slice(selectionEnd ?? start));
    setIsOpen(false);
    requestAnimationFrame(() => {
      input.current?.focus();
      input.current?.setSelectionRange(start + text.length, start + text.length);
    });
  };
  const shared = { ref: input, className: 'mono-input', spellCheck: false, value, ...field };
  return (
    <div className="rule-template">
      {rows === undefined ? <TextInput {...shared} /> : <TextArea minRows={rows} maxRows={maxRows} {...shared} />}
      {fields.length > 0 && (
        <button type="button" className="copy-button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          <IconBraces size={13} aria-hidden />
          <span aria-hidden>{t('insertField')}</span>
          <span className="visually-hidden">{t('insertInto', { label: field.label })}</span>
        </button>
      )}
      {isOpen && (
        <FieldFinder
          fields={fields}
          onChoose={insert}
          onClose={() => {
            setIsOpen(false);
            input.current?.focus();
          }}
        />
      )}
    </div>
  );
}

interface FieldFinderProps {
  fields: readonly FieldOption[];
  onChoose: (field: FieldOption) => void;
  onClose: () => void;
}

function FieldFinder({ fields, onChoose, onClose }: FieldFinderProps) {
  const [typed, setTyped] = useState('');
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => frame.current?.querySelector('input')?.focus(), []);
  return (
    <div
      ref={frame}
      onKeyDownCapture={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <Finder
        label={t('findField')}
        isInitiallyOpen
        typed={typed}
        onType={setTyped}
        found={matchingFields(fields, typed)}
        keyOf={({ path }) => path}
        show={showField}
        none={t('noFieldFound')}
        onChoose={onChoose}
      />
    </div>
  );
}
