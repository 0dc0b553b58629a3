import { useForm } from '@mantine/form';

import { onVersion, queryClient, useTRPC, useTRPCClient } from '../../../trpc';
import { EditConflict, type ConflictField } from '../../../ui/form/edit-conflict';
import { EditSheet } from '../../../ui/form/edit-sheet';
import { useEditConflict } from '../../../ui/form/use-edit-conflict';
import { Note } from '../../../ui/tag';
import { toast } from '../../../ui/toast/toast';
import { nameOf, shortOf, type Link } from '../labels';
import { changeOf, checkDraft, draftOf, MASKED, type LinkDraft } from './draft';
import { MainFields } from './main-fields';
import { MoreFields } from './more-fields';

import '../links.css';

const wordsOf = (values: object): string =>
  Object.entries(values)
    .filter(([, text]) => text !== '')
    .map(([name, text]) => `${name} ${String(text)}`)
    .join(', ');

const FIELDS: ConflictField<LinkDraft>[] = [
  { name: 'url', label: 'Destination' },
  { name: 'domain_id', label: 'Domain' },
  { name: 'slug', label: 'Slug' },
  { name: 'title', label: 'Title' },
  { name: 'tags', label: 'Tags' },
  { name: 'utm', label: 'Campaign', show: ({ utm }) => wordsOf(utm) },
  { name: 'starts_at', label: 'Starts' },
  { name: 'expires_at', label: 'Expires' },
  { name: 'expired_url', label: 'After that' },
  { name: 'max_clicks', label: 'Click limit', show: ({ max_clicks: max }) => String(max) },
  { name: 'limit_reached_url', label: 'Once used up' },
  {
    name: 'password',
    label: 'Password',
    show: ({ password }) => (password === '' ? '' : password === MASKED ? 'Set' : 'A new one'),
  },
  {
    name: 'targeting',
    label: 'Targeting',
    show: ({ targeting }) => targeting.map(({ key, url }) => `${key}: ${shortOf(url)}`).join(', '),
  },
  { name: 'preview', label: 'Preview', show: ({ preview }) => wordsOf(preview) },
  { name: 'indexable', label: 'Search engines', show: ({ indexable }) => (indexable ? 'May list it' : 'Leave it out') },
  { name: 'redirect_status', label: 'Redirect' },
  { name: 'forward_query', label: 'Parameters' },
  { name: 'external_id', label: 'Your own id' },
  {
    name: 'metadata',
    label: 'Metadata',
    show: ({ metadata }) => metadata.map(({ name, value }) => `${name}: ${value}`).join(', '),
  },
  { name: 'notes', label: 'Notes' },
  { name: 'disabled', label: 'Disabled', show: ({ disabled }) => (disabled ? 'Yes' : 'No') },
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
      toast('Link changed');
      onClose();
    });
  const { slug, domain_id: domainId } = stale.base;
  const isMoved = form.values.slug.trim() !== slug || form.values.domain_id !== domainId;

  return (
    <EditSheet
      title={`Change “${nameOf(stale.base)}”`}
      size={720}
      form={form}
      onSubmit={(values) => save(values, stale.base)}
      operation="links_update"
      input={() => ({ link_id: of.id, ...changeOf(draftOf(stale.base), form.getValues()) })}
      above={<EditConflict of={stale} id={of.id} what="link" fields={FIELDS} onSave={save} />}
      onClose={onClose}
    >
      <MainFields form={form} own={{ domainId, slug }} />
      {isMoved && (
        <Note tone="warning">
          <span className="mono">{shortOf(stale.base.short_url)}</span> leads nowhere once this is saved, and its
          printed codes with it.
        </Note>
      )}
      <MoreFields form={form} />
    </EditSheet>
  );
}
