import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';

import { downloadText } from '../../../ui/clipboard';
import { Form } from '../../../ui/form/form';
import { useSendOnce } from '../../../ui/form/use-send-once';
import { useWorkspace } from '../../../ui/shell/workspace';
import { acceptsLinks, useDomains } from '../domains-and-tags';
import { KNOWN_COLUMNS, unknownColumns, TEMPLATE } from './columns';
import { FileField } from './file-field';
import { uploadImport, type LinkImport } from './upload';

import './files.css';

const CONFLICTS = [
  { value: 'error', label: 'Is told as an error' },
  { value: 'skip', label: 'Is left as it is' },
  { value: 'update', label: 'Is changed by the row' },
];

interface ImportDraft {
  file: File | undefined;
  domain_id: string;
  on_conflict: string;
  dry_run: boolean;
  suppress_events: boolean;
  /** Column names in the file by field. */
  columns: Record<string, string>;
}

interface ImportFormProps {
  onClose: () => void;
  onMade: (made: LinkImport) => void;
  onSending: (isOn: boolean) => void;
}

export function ImportForm({ onClose, onMade, onSending }: ImportFormProps) {
  const { id: workspaceId } = useWorkspace();
  const domains = useDomains().filter(acceptsLinks);
  const once = useSendOnce();
  const [share, setShare] = useState<number>();
  const [strange, setStrange] = useState<string[]>([]);
  const form = useForm<ImportDraft>({
    initialValues: {
      file: undefined,
      domain_id: '',
      on_conflict: 'error',
      dry_run: false,
      suppress_events: false,
      columns: {},
    },
    validate: { file: (file) => (file ? null : 'Choose a file.') },
    onValuesChange: once.renew,
  });
  const { file, columns } = form.values;
  const stop = useRef(new AbortController());
  useEffect(() => {
    const { current } = stop;
    return () => current.abort();
  }, []);

  const choose = (next: File | undefined) => {
    form.setFieldValue('file', next);
    form.clearFieldError('file');
    form.setFieldValue('columns', {});
    setStrange([]);
    if (next && formatOf(next) === 'csv') void unknownColumns(next).then(setStrange);
  };
  const send = async (values: ImportDraft) => {
    if (!values.file) return;
    onSending(true);
    setShare(0);
    try {
      const named = Object.fromEntries(Object.entries(values.columns).filter(([, field]) => field !== ''));
      const made = await uploadImport({
        workspaceId,
        file: values.file,
        idempotencyKey: once.context.idempotencyKey ?? '',
        signal: stop.current.signal,
        onProgress: setShare,
        input: {
          format: formatOf(values.file),
          on_conflict: values.on_conflict,
          domain_id: values.domain_id || undefined,
          dry_run: values.dry_run || undefined,
          suppress_events: values.suppress_events || undefined,
          columns: Object.keys(named).length > 0 ? JSON.stringify(named) : undefined,
        },
      });
      once.renew();
      onMade(made);
    } finally {
      onSending(false);
      setShare(undefined);
    }
  };

  return (
    <Form
      form={form}
      onSubmit={send}
      submit={form.values.dry_run ? 'Check the file' : 'Import links'}
      actions={
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      <FileField file={file} error={form.errors['file']} onChoose={choose} />
      <div className="files-help">
        <span className="dimmed">
          CSV with a line of column names, or NDJSON; at most 64 MiB. An export is such a file. Tags are joined by |.
        </span>
        <button type="button" className="copy-button" onClick={() => downloadText('links.csv', TEMPLATE, 'text/csv')}>
          <IconDownload size={14} aria-hidden /> Template
        </button>
      </div>
      {strange.length > 0 && (
        <fieldset className="files-columns">
          <legend>
            <IconFileSpreadsheet size={15} aria-hidden /> Columns with other names
          </legend>
          {strange.map((name) => (
            <NativeSelect
              key={name}
              size="xs"
              label={name}
              data={[{ value: '', label: 'Leave it out' }, ...KNOWN_COLUMNS]}
              value={columns[name] ?? ''}
              onChange={(event) => form.setFieldValue('columns', { ...columns, [name]: event.currentTarget.value })}
            />
          ))}
        </fieldset>
      )}
      <NativeSelect
        label="Domain"
        description="Of all its links."
        data={[
          { value: '', label: 'The one that a row names, else the default' },
          ...domains.map(({ id, hostname }) => ({ value: id, label: hostname })),
        ]}
        {...form.getInputProps('domain_id')}
      />
      <NativeSelect
        label="A link that is there already"
        description="With the same slug, or the same id of yours."
        data={CONFLICTS}
        {...form.getInputProps('on_conflict')}
      />
      <Checkbox
        label="Only check the file"
        description="Judges every line and keeps nothing."
        {...form.getInputProps('dry_run', { type: 'checkbox' })}
      />
      <Checkbox
        label="Without an event for each link"
        description="Webhooks hear of the import as a whole."
        {...form.getInputProps('suppress_events', { type: 'checkbox' })}
      />
      {share !== undefined && (
        <div className="files-sending" role="status">
          <progress value={share} aria-label="Sent" />
          <span className="numbers">{Math.round(share * 100)} % sent</span>
        </div>
      )}
    </Form>
  );
}

const formatOf = (file: File): 'csv' | 'ndjson' => (/\.(?:ndjson|jsonl)$/i.test(file.name) ? 'ndjson' : 'csv');
