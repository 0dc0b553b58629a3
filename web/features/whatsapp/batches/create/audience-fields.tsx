import { NativeSelect } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useRef, useState, type RefObject } from 'react';

import { FileField } from '../../../../ui/files/file-field';
import { FaultyLines } from '../../../../ui/form/faulty-lines';
import { TextArea } from '../../../../ui/form/text-area';
import { formatList } from '../../../../ui/format';
import { Note } from '../../../../ui/tag';
import { RecipientsField } from '../../recipients/recipients-field';
import { t } from '../texts';
import type { BatchDraft } from './draft';
import { textOfFile } from './table';
import type { Audience } from './use-audience';

const MAX_BYTES = 4 * 1024 * 1024;

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
        <Summary of={of} max={max} table={table} />
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

interface SummaryProps {
  of: Audience;
  max: number;
  table: RefObject<HTMLTextAreaElement | null>;
}

function Summary({ of, max, table }: SummaryProps) {
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
      {bad.length > 0 && <FaultyLines lines={bad} area={table} />}
    </Note>
  );
}
