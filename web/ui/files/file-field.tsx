import { IconFile, IconUpload, IconX } from '@tabler/icons-react';
import { useId, useRef, useState, type DragEvent, type ReactNode } from 'react';

import { formatPercent } from '../format';
import { formatBytes } from '../format-bytes';
import { fileFault, rulesText, type FileRules } from './rules';
import { t } from './texts';

import './files.css';

interface FileFieldProps extends FileRules {
  label: string;
  isLabelHidden?: boolean;
  description?: ReactNode;
  chosen: { name: string; size?: number | undefined } | undefined;
  /** A small picture of what is chosen. */
  preview?: ReactNode;
  /** The share that is uploaded, a part of 1; undefined while nothing is sent. */
  progress?: number | undefined;
  /** How it stands with the chosen file, such as “Uploaded”. */
  state?: string | undefined;
  /** While it is sent by a form, which stops it itself. */
  isLocked?: boolean;
  error?: ReactNode;
  onChoose: (file: File) => void;
  onRemove: () => void;
}

/** Every choice of a file: by the button, by dropping it, and by the keyboard. */
export function FileField(props: FileFieldProps) {
  const { label, isLabelHidden = false, description, chosen, preview, progress, state, error } = props;
  const { accept, types, maxBytes, isLocked = false, onChoose, onRemove } = props;
  const rules: FileRules = { accept, types, maxBytes };
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const [fault, setFault] = useState<string>();
  const problem = fault ?? error;
  const help = rulesText(rules);
  const describing = { description, help: !chosen && help, chosen, error: problem };
  const describedBy = Object.entries(describing).flatMap(([part, isThere]) => (isThere ? [`${id}-${part}`] : []));

  const choose = (file: File | undefined) => {
    if (!file) return;
    const found = fileFault(file, rules);
    setFault(found);
    if (found === undefined) onChoose(file);
  };
  const remove = () => {
    setFault(undefined);
    onRemove();
    // The button that had the focus is gone.
    input.current?.focus();
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    if (!input.current?.disabled) choose(event.dataTransfer.files[0]);
  };

  return (
    <div className="file-field">
      <span id={`${id}-label`} className={isLabelHidden ? 'visually-hidden' : 'mantine-InputWrapper-label'}>
        {label}
      </span>
      {description && (
        <span id={`${id}-description`} className="dimmed file-note">
          {description}
        </span>
      )}
      <div
        className="file-zone"
        data-over={isOver || undefined}
        data-fault={problem ? true : undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <input
          ref={input}
          id={id}
          type="file"
          className="visually-hidden"
          accept={accept}
          disabled={isLocked}
          aria-labelledby={`${id}-label`}
          {...(describedBy.length > 0 ? { 'aria-describedby': describedBy.join(' ') } : {})}
          aria-invalid={problem ? true : undefined}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            // The same file can be chosen again.
            currentTarget.value = '';
            choose(file);
          }}
        />
        {chosen && <span className="file-preview">{preview ?? <IconFile size={20} stroke={1.6} aria-hidden />}</span>}
        <span id={`${id}-chosen`} className="file-chosen" role="status" data-empty={chosen ? undefined : true}>
          {chosen && (
            <>
              <strong>{chosen.name}</strong>
              {chosen.size !== undefined && <span className="dimmed numbers">{formatBytes(chosen.size)}</span>}
              <span className="dimmed">{progress === undefined ? state : t('sending')}</span>
            </>
          )}
        </span>
        {!isLocked && (
          <label htmlFor={id} className="file-pick">
            {!chosen && <IconUpload size={15} aria-hidden />} {t(chosen ? 'replace' : 'choose')}
          </label>
        )}
        {chosen && !isLocked && (
          <button
            type="button"
            className="bare file-remove"
            aria-label={t('remove', { name: chosen.name })}
            onClick={remove}
          >
            <IconX size={15} aria-hidden />
          </button>
        )}
        {!chosen && <span className="dimmed file-drop-hint">{t('orDrop')}</span>}
        {!chosen && help && (
          <span id={`${id}-help`} className="dimmed file-note">
            {help}
          </span>
        )}
        {chosen && progress !== undefined && (
          <span className="file-progress">
            <progress value={progress} aria-label={t('progress', { name: chosen.name })} />
            <span className="numbers">{formatPercent(progress)}</span>
          </span>
        )}
      </div>
      {problem && (
        <span id={`${id}-error`} className="file-error" role="alert">
          {problem}
        </span>
      )}
    </div>
  );
}
