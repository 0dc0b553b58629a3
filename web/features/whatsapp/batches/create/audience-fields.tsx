import { NativeSelect, Textarea } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useId, useState } from 'react';

import { formatList } from '../../../../ui/format';
import { Note } from '../../../../ui/tag';
import { RecipientsField } from '../../recipients/recipients-field';
import { t } from '../texts';
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
        label={t('numbers')}
        description={t('numbersHelp', { braces: '{{name}}' })}
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
      setState(t('tooLarge'));
      return;
    }
    onText(await textOfFile(file));
    setState(t('fileRead', { name: file.name }));
  };
  return (
    <div className="composer">
      <label htmlFor={id} className="wa-small dimmed">
        {t('file')}
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

function Summary({ of, max }: { of: Audience; max: number }) {
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
              {t.rich('line', {
                number: line,
                text: text.slice(0, 60),
                code: (part) => <span className="mono">{part}</span>,
              })}
            </li>
          ))}
        </ul>
      )}
    </Note>
  );
}
