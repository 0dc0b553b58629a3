import { useForm } from '@mantine/form';

import { onVersion, queryClient, useTRPC, useTRPCClient } from '../../../trpc';
import { EditConflict, type ConflictField } from '../../../ui/form/edit-conflict';
import { EditSheet } from '../../../ui/form/edit-sheet';
import { useEditConflict } from '../../../ui/form/use-edit-conflict';
import { Note } from '../../../ui/tag';
import { toast } from '../../../ui/toast/toast';
import { nameOf, type Webhook } from '../labels';
import { changeOf, checkDraft, draftOf, type Pair, type WebhookDraft } from './draft';
import { MainFields, MoreFields } from './fields';

import '../webhooks.css';

const pairNames = (pairs: readonly Pair[]): string => pairs.map(({ name }) => name).join(', ');

const FIELDS: ConflictField<WebhookDraft>[] = [
  { name: 'url', label: 'URL' },
  { name: 'name', label: 'Name' },
  { name: 'events', label: 'Events' },
  {
    name: 'selectors',
    label: 'Only about',
    show: ({ selectors }) =>
      Object.values(selectors)
        .filter((lines) => lines !== '')
        .join(', '),
  },
  {
    name: 'retry',
    label: 'Retries',
    show: ({ retry }) => (retry.preset === 'own' ? retry.delays_seconds : retry.preset),
  },
  { name: 'headers', label: 'Headers', show: ({ headers }) => pairNames(headers) },
  { name: 'timeout_seconds', label: 'Timeout', show: ({ timeout_seconds: seconds }) => `${seconds} s` },
  { name: 'max_in_flight', label: 'At a time', show: ({ max_in_flight: max }) => String(max) },
  { name: 'rate_limit_per_second', label: 'A second', show: ({ rate_limit_per_second: max }) => String(max) },
  { name: 'expires_at', label: 'Expires' },
  { name: 'description', label: 'Description' },
  { name: 'metadata', label: 'Metadata', show: ({ metadata }) => pairNames(metadata) },
];

export function EditWebhookSheet({ of, onClose }: { of: Webhook; onClose: () => void }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryKey = trpc.webhooks.get.queryKey({ webhook_id: of.id });
  const form = useForm<WebhookDraft>({
    initialValues: draftOf(of),
    validate: (draft) => checkDraft(draft, of.events.length > 0),
  });
  const stale = useEditConflict({
    current: of,
    valuesOf: draftOf,
    form,
    refresh: () => queryClient.invalidateQueries({ queryKey }, { throwOnError: true }),
  });

  const save = (values: WebhookDraft, base: Webhook) =>
    stale.guard(async () => {
      const change = changeOf(draftOf(base), values);
      await client.webhooks.update.mutate(
        { ...change, webhook_id: of.id },
        { context: { ...onVersion(base.version) } },
      );
      await queryClient.invalidateQueries({ queryKey: trpc.webhooks.pathKey() });
      toast('Webhook changed');
      onClose();
    });
  const isMoved = form.values.url.trim() !== stale.base.url;

  return (
    <EditSheet
      title={`Change “${nameOf(of)}”`}
      size={720}
      form={form}
      onSubmit={(values) => save(values, stale.base)}
      operation="webhooks_update"
      input={() => ({ webhook_id: of.id, ...changeOf(draftOf(stale.base), form.getValues()) })}
      above={<EditConflict of={stale} id={of.id} what="webhook" fields={FIELDS} onSave={save} />}
      onClose={onClose}
    >
      <MainFields form={form} />
      {isMoved && <Note>A new URL starts with clean health. What waits is sent to it, with the same secret.</Note>}
      <MoreFields form={form} isOpen />
    </EditSheet>
  );
}
