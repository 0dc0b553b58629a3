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
import { t } from './texts';

import '../webhooks.css';

const pairNames = (pairs: readonly Pair[]): string => pairs.map(({ name }) => name).join(', ');

const conflictFields = (): ConflictField<WebhookDraft>[] => [
  { name: 'url', label: t('url') },
  { name: 'name', label: t('name') },
  { name: 'events', label: t('events') },
  {
    name: 'selectors',
    label: t('onlyAbout'),
    show: ({ selectors }) => Object.values(selectors).flat().join(', '),
  },
  {
    name: 'retry',
    label: t('retries'),
    show: ({ retry }) => (retry.preset === 'own' ? retry.delays_seconds : retry.preset),
  },
  { name: 'headers', label: t('headers'), show: ({ headers }) => pairNames(headers) },
  {
    name: 'timeout_seconds',
    label: t('timeout'),
    show: ({ timeout_seconds: seconds }) => (seconds === '' ? '' : t('seconds', { count: seconds })),
  },
  { name: 'max_in_flight', label: t('concurrency'), show: ({ max_in_flight: max }) => String(max) },
  { name: 'rate_limit_per_second', label: t('rateLimit'), show: ({ rate_limit_per_second: max }) => String(max) },
  { name: 'expires_at', label: t('expires') },
  { name: 'description', label: t('description') },
  { name: 'metadata', label: t('metadata'), show: ({ metadata }) => pairNames(metadata) },
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
      toast(t('saved'));
      onClose();
    });
  const isMoved = form.values.url.trim() !== stale.base.url;

  return (
    <EditSheet
      title={t('editTitle', { name: nameOf(of) })}
      size={720}
      form={form}
      onSubmit={(values) => save(values, stale.base)}
      operation="webhooks_update"
      input={() => ({ webhook_id: of.id, ...changeOf(draftOf(stale.base), form.getValues()) })}
      above={<EditConflict of={stale} id={of.id} what={t('webhookNoun')} fields={conflictFields()} onSave={save} />}
      onClose={onClose}
    >
      <MainFields form={form} />
      {isMoved && <Note>{t('newUrlNote')}</Note>}
      <MoreFields form={form} isOpen />
    </EditSheet>
  );
}
