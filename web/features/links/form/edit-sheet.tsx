import { useForm } from '@mantine/form';

import { onVersion, queryClient, useTRPC, useTRPCClient } from '../../../trpc';
import { EditConflict, type ConflictField } from '../../../ui/form/edit-conflict';
import { EditSheet } from '../../../ui/form/edit-sheet';
import { useEditConflict } from '../../../ui/form/use-edit-conflict';
import { Note } from '../../../ui/tag';
import { toast } from '../../../ui/toast/toast';
import { nameOf, shortOf, type Link } from '../labels';
import { t as links } from '../texts';
import { changeOf, checkDraft, draftOf, MASKED, type LinkDraft } from './draft';
import { MainFields } from './main-fields';
import { MoreFields } from './more-fields';
import { t } from './texts';

import '../links.css';

const wordsOf = (values: object): string =>
  Object.entries(values)
    .filter(([, text]) => text !== '')
    .map(([name, text]) => `${name} ${String(text)}`)
    .join(', ');

const fields = (): ConflictField<LinkDraft>[] => [
  { name: 'url', label: t('destination') },
  { name: 'domain_id', label: t('domain') },
  { name: 'slug', label: t('slug') },
  { name: 'title', label: t('title') },
  { name: 'tags', label: t('tags') },
  { name: 'utm', label: t('campaign'), show: ({ utm }) => wordsOf(utm) },
  { name: 'starts_at', label: t('starts') },
  { name: 'expires_at', label: t('expires') },
  { name: 'expired_url', label: t('expiredUrl') },
  { name: 'max_clicks', label: t('clickLimit'), show: ({ max_clicks: max }) => String(max) },
  { name: 'limit_reached_url', label: t('limitUrl') },
  {
    name: 'password',
    label: t('password'),
    show: ({ password }) => (password === '' ? '' : password === MASKED ? t('passwordSet') : t('passwordNew')),
  },
  {
    name: 'targeting',
    label: t('targeting'),
    show: ({ targeting }) => targeting.map(({ key, url }) => `${key}: ${shortOf(url)}`).join(', '),
  },
  { name: 'preview', label: t('social'), show: ({ preview }) => wordsOf(preview) },
  { name: 'indexable', label: t('searchEngines'), show: ({ indexable }) => t(indexable ? 'listed' : 'notListed') },
  { name: 'redirect_status', label: t('redirect') },
  { name: 'forward_query', label: t('forward') },
  { name: 'external_id', label: t('externalId') },
  {
    name: 'metadata',
    label: t('metadata'),
    show: ({ metadata }) => metadata.map(({ name, value }) => `${name}: ${value}`).join(', '),
  },
  { name: 'notes', label: t('notes') },
  { name: 'disabled', label: t('disabled'), show: ({ disabled }) => t(disabled ? 'yes' : 'no') },
];

export function EditLinkSheet({ of, onClose }: { of: Link; onClose: () => void }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryKey = trpc.links.get.queryKey({ link_id: of.id });
  const form = useForm<LinkDraft>({ initialValues: draftOf(of), validate: checkDraft });
  const stale = useEditConflict({
    current: of,
    valuesOf: draftOf,
    form,
    refresh: () => queryClient.invalidateQueries({ queryKey }, { throwOnError: true }),
  });

  const save = (values: LinkDraft, base: Link) =>
    stale.guard(async () => {
      const change = changeOf(draftOf(base), values);
      await client.links.update.mutate({ ...change, link_id: of.id }, { context: { ...onVersion(base.version) } });
      await queryClient.invalidateQueries({ queryKey: trpc.links.pathKey() });
      toast(t('linkChanged'));
      onClose();
    });
  const { slug, domain_id: domainId } = stale.base;
  const isMoved = form.values.slug.trim() !== slug || form.values.domain_id !== domainId;

  return (
    <EditSheet
      title={t('editTitle', { name: nameOf(stale.base) })}
      size={720}
      form={form}
      onSubmit={(values) => save(values, stale.base)}
      operation="links_update"
      input={() => ({ link_id: of.id, ...changeOf(draftOf(stale.base), form.getValues()) })}
      above={<EditConflict of={stale} id={of.id} what={links('link')} fields={fields()} onSave={save} />}
      onClose={onClose}
    >
      <MainFields form={form} own={{ domainId, slug }} />
      {isMoved && (
        <Note tone="warning">
          {t.rich('moved', { b: (part) => <span className="mono">{part}</span>, url: shortOf(stale.base.short_url) })}
        </Note>
      )}
      <MoreFields form={form} />
    </EditSheet>
  );
}
