import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';

import { downloadText } from '../../../ui/clipboard';
import { FileField } from '../../../ui/files/file-field';
import { Form } from '../../../ui/form/form';
import { useSendOnce } from '../../../ui/form/use-send-once';
import { useWorkspace } from '../../../ui/shell/workspace';
import { acceptsLinks, useDomains } from '../domains-and-tags';
import { KNOWN_COLUMNS, unknownColumns, TEMPLATE } from './columns';
import { t } from './texts';
import { uploadImport, type LinkImport } from './upload';

import './files.css';

/** As the API has it; its module would bring zod. */
const MAX_BYTES = 64 * 1024 * 1024;

const conflicts = () => [
  { value: 'error', label: t('onError') },
  { value: 'skip', label: t('onSkip') },
  { value: 'update', label: t('onUpdate') },
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
    validate: { file: (file) => (file ? null : t('needsFile')) },
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
      submit={form.values.dry_run ? t('checkFile') : t('importTitle')}
      actions={
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
      }
    >
      <FileField
        label={t('fileOfLinks')}
        accept=".csv,.tsv,.txt,.ndjson,.jsonl"
        types={['CSV', 'NDJSON']}
        maxBytes={MAX_BYTES}
        chosen={file}
        progress={share}
        isLocked={share !== undefined}
        error={form.errors['file']}
        onChoose={choose}
        onRemove={() => choose(undefined)}
      />
      <div className="files-help">
        <span className="dimmed">{t('fileHelp')}</span>
        <button type="button" className="copy-button" onClick={() => downloadText('links.csv', TEMPLATE, 'text/csv')}>
          <IconDownload size={14} aria-hidden /> {t('template')}
        </button>
      </div>
      {strange.length > 0 && (
        <fieldset className="files-columns">
          <legend>
            <IconFileSpreadsheet size={15} aria-hidden /> {t('otherColumns')}
          </legend>
          {strange.map((name) => (
            <NativeSelect
              key={name}
              size="xs"
              label={name}
              data={[{ value: '', label: t('leaveOut') }, ...KNOWN_COLUMNS]}
              value={columns[name] ?? ''}
              onChange={(event) => form.setFieldValue('columns', { ...columns, [name]: event.currentTarget.value })}
            />
          ))}
        </fieldset>
      )}
      <NativeSelect
        label={t('domain')}
        description={t('domainHelp')}
        data={[
          { value: '', label: t('domainOfRow') },
          ...domains.map(({ id, hostname }) => ({ value: id, label: hostname })),
        ]}
        {...form.getInputProps('domain_id')}
      />
      <NativeSelect
        label={t('existing')}
        description={t('existingHelp')}
        data={conflicts()}
        {...form.getInputProps('on_conflict')}
      />
      <Checkbox
        label={t('dryRun')}
        description={t('dryRunHelp')}
        {...form.getInputProps('dry_run', { type: 'checkbox' })}
      />
      <Checkbox
        label={t('noEvents')}
        description={t('noEventsHelp')}
        {...form.getInputProps('suppress_events', { type: 'checkbox' })}
      />
    </Form>
  );
}

const formatOf = (file: File): 'csv' | 'ndjson' => (/\.(?:ndjson|jsonl)$/i.test(file.name) ? 'ndjson' : 'csv');
