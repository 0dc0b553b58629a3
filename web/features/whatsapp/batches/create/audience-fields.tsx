import { NativeSelect } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useRef, useState } from 'react';

import { FileField } from '../../../../ui/files/file-field';
import { TextArea } from '../../../../ui/form/text-area';
import { formatList } from '../../../../ui/format';
import { Note } from '../../../../ui/tag';
import { RecipientsField } from '../../recipients/recipients-field';
import { t } from '../texts';
import type { BatchDraft } from './draft';
import { textOfFile } from './table';
import type { Audience } from './use-audience';

const MAX_BYTES = 4 * 1024 * 1024;
const SHOWN_BAD = 3;

interface AudienceFieldsProps {
  form: UseFormReturnType<BatchDraft>;
  of: Audience;
  max: number;
}

export function AudienceFields({ form, of, max }: AudienceFieldsProps) {
  const change = (text: string) => {
    form.setValues({ recipients: text, number_column: '', ref_column: '' });
    form.clearFieldError('recipients');
  };
  const table = useRef<HTMLTextAreaElement>(null);
  return (
    <>
      <TextArea
        ref={table}
        label={t('numbers')}
        description={t('numbersHelp', { braces: '{{name}}' })}
        placeholder={'phone, name\n+15550100000, Sheena'}
        classNames={{ input: 'batch-table' }}
        minRows={4}
        maxRows={12}
        spellCheck={false}
        {...form.getInputProps('recipients')}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <TableFile onText={change} />
      {of.reading.columns.length > 0 && <ColumnFields form={form} of={of} />}
      <RecipientsField
        label={t('findPeople')}
        kind="all"
        max={max}
        value={form.values.picked}
        onChange={(next) => {
          form.setFieldValue('picked', next);
          form.clearFieldError('recipients');
        }}
      />
      <div role="status">
        <Summary of={of} max={max} onLine={(line) => table.current && selectLine(table.current, line)} />
      </div>
    </>
  );
}

function TableFile({ onText }: { onText: (text: string) => void }) {
  const [file, setFile] = useState<File>();
  const read = async (next: File) => {
    onText(await textOfFile(next));
    setFile(next);
  };
  return (
    <FileField
      label={t('file')}
      accept=".csv,.tsv,.txt"
      types={['CSV', 'TSV', 'TXT']}
      maxBytes={MAX_BYTES}
      chosen={file}
      state={t('fileRead')}
      onChoose={(next) => void read(next)}
      onRemove={() => {
        setFile(undefined);
        onText('');
      }}
    />
  );
}

function ColumnFields({ form, of }: Omit<AudienceFieldsProps, 'max'>) {
  const columns = of.reading.columns.map(({ heading }, at) => ({ value: String(at), label: heading }));
  return (
    <div className="wa-pair">
      <NativeSelect
        label={t('numberColumn')}
        data={columns}
        value={String(of.number)}
        onChange={(event) => form.setFieldValue('number_column', event.currentTarget.value)}
      />
      <NativeSelect
        label={t('referenceColumn')}
        data={[{ value: '-1', label: t('none') }, ...columns]}
        value={String(of.ref)}
        onChange={(event) => form.setFieldValue('ref_column', event.currentTarget.value)}
      />
    </div>
  );
}

/** Ten thousand lines are one field: what is wrong with one of them leads to it. */
function selectLine(table: HTMLTextAreaElement, line: number): void {
  const lines = table.value.split('\n');
  const start = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
  table.focus();
  table.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  table.scrollTop = (table.scrollHeight * (line - 1)) / lines.length;
}

interface SummaryProps {
  of: Audience;
  max: number;
  onLine: (line: number) => void;
}

function Summary({ of, max, onLine }: SummaryProps) {
  const { recipients, bad, repeated } = of;
  if (recipients.length === 0 && bad.length === 0) return null;
  const left = [
    ...(repeated > 0 ? [t('repeated', { count: repeated })] : []),
    ...(bad.length > 0 ? [t('bad', { count: bad.length })] : []),
  ];
  const tone = recipients.length === 0 || recipients.length > max ? 'error' : bad.length > 0 ? 'warning' : 'success';
  return (
    <Note tone={tone}>
      {t.rich(left.length > 0 ? 'summaryLeft' : 'summary', {
        recipients: t('recipientCount', { count: recipients.length }),
        left: formatList(left),
        b: (text) => <strong>{text}</strong>,
      })}{' '}
      {recipients.length > max && t('atMost', { count: max })}
      {bad.length > 0 && (
        <ul className="batch-bad">
          {bad.slice(0, SHOWN_BAD).map(({ line, text }) => (
            <li key={line}>
              <button type="button" className="bare batch-line" onClick={() => onLine(line)}>
                {t.rich('line', {
                  number: line,
                  text: text.slice(0, 60),
                  code: (part) => <span className="mono">{part}</span>,
                })}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Note>
  );
}
