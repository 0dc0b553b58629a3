import { NativeSelect, Textarea } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useId, useState } from 'react';

import { formatCount, formatList } from '../../../../ui/format';
import { Note } from '../../../../ui/tag';
import { RecipientsField } from '../../recipients/recipients-field';
import type { BatchDraft } from './draft';
import { textOfFile } from './table';
import type { Audience } from './use-audience';

const MAX_BYTES = 4_000_000;
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
  return (
    <>
      <Textarea
        label="Numbers, or a table"
        description="One number a line. Of a table, the first line names the columns, and each can be used in the message."
        placeholder={'phone, name\n+15550100000, Sheena'}
        classNames={{ input: 'batch-table' }}
        autosize
        minRows={4}
        maxRows={12}
        spellCheck={false}
        {...form.getInputProps('recipients')}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <FileInput onText={change} />
      {of.reading.columns.length > 0 && <ColumnFields form={form} of={of} />}
      <RecipientsField
        label="Or find contacts and groups"
        kind="all"
        max={max}
        value={form.values.picked}
        onChange={(next) => {
          form.setFieldValue('picked', next);
          form.clearFieldError('recipients');
        }}
      />
      <div role="status">
        <Summary of={of} max={max} />
      </div>
    </>
  );
}

function FileInput({ onText }: { onText: (text: string) => void }) {
  const id = useId();
  const [state, setState] = useState('');
  const read = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > MAX_BYTES) {
      setState('The file is too large: at most 4 MB.');
      return;
    }
    onText(await textOfFile(file));
    setState(`${file.name} is read in.`);
  };
  return (
    <div className="composer">
      <label htmlFor={id} className="wa-small dimmed">
        Or a CSV file of this computer
      </label>
      <input
        id={id}
        type="file"
        className="composer-file"
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        aria-describedby={`${id}-state`}
        onChange={(event) => void read(event.currentTarget.files?.[0])}
      />
      <span id={`${id}-state`} className="wa-small dimmed" role="status">
        {state}
      </span>
    </div>
  );
}

function ColumnFields({ form, of }: Omit<AudienceFieldsProps, 'max'>) {
  const columns = of.reading.columns.map(({ heading }, at) => ({ value: String(at), label: heading }));
  return (
    <div className="wa-pair">
      <NativeSelect
        label="Column with the number"
        data={columns}
        value={String(of.number)}
        onChange={(event) => form.setFieldValue('number_column', event.currentTarget.value)}
      />
      <NativeSelect
        label="Column with your own id"
        data={[{ value: '-1', label: 'None' }, ...columns]}
        value={String(of.ref)}
        onChange={(event) => form.setFieldValue('ref_column', event.currentTarget.value)}
      />
    </div>
  );
}

function Summary({ of, max }: { of: Audience; max: number }) {
  const { recipients, bad, repeated } = of;
  if (recipients.length === 0 && bad.length === 0) return null;
  const left = [
    ...(repeated > 0 ? [`${formatCount(repeated, 'repeated one')} left out`] : []),
    ...(bad.length > 0 ? [`${formatCount(bad.length, 'line')} without a number left out`] : []),
  ];
  const tone = recipients.length === 0 || recipients.length > max ? 'error' : bad.length > 0 ? 'warning' : 'success';
  return (
    <Note tone={tone}>
      <strong>{formatCount(recipients.length, 'recipient')}</strong>
      {left.length > 0 && `; ${formatList(left)}`}.
      {recipients.length > max && ` At most ${formatCount(max, 'recipient')} at a time.`}
      {bad.length > 0 && (
        <ul className="batch-bad">
          {bad.slice(0, SHOWN_BAD).map(({ line, text }) => (
            <li key={line}>
              Line {line}: <span className="mono">{text.slice(0, 60)}</span>
            </li>
          ))}
        </ul>
      )}
    </Note>
  );
}
