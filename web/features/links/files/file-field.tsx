import { IconUpload } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';

import { t } from './texts';

import './files.css';
import '../form/fields.css';

interface FileFieldProps {
  file: File | undefined;
  error: ReactNode;
  onChoose: (file: File | undefined) => void;
}

export function FileField({ file, error, onChoose }: FileFieldProps) {
  const [isOver, setIsOver] = useState(false);
  return (
    <div>
      <label
        className="files-drop"
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setIsOver(false);
          onChoose(event.dataTransfer.files[0]);
        }}
      >
        <IconUpload size={20} stroke={1.6} aria-hidden />
        <span>
          {file ? (
            <>
              <strong>{file.name}</strong> <span className="dimmed numbers">{sizeOf(file.size)}</span>
            </>
          ) : (
            t.rich('chooseFile', { b: (part) => <strong>{part}</strong> })
          )}
        </span>
        <input
          type="file"
          className="visually-hidden"
          aria-label={t('fileOfLinks')}
          aria-invalid={error ? true : undefined}
          accept=".csv,.tsv,.txt,.ndjson,.jsonl,text/csv,application/x-ndjson"
          onChange={(event) => onChoose(event.currentTarget.files?.[0])}
        />
      </label>
      {error && <div className="links-fault">{error}</div>}
    </div>
  );
}

const KB = 1024;
const sizeOf = (bytes: number): string =>
  bytes < KB * KB ? `${Math.max(1, Math.round(bytes / KB))} KiB` : `${(bytes / KB / KB).toFixed(1)} MiB`;
