import { onVersion, queryClient, useTRPC, useTRPCClient } from '../../../trpc';
import { EditConflict, type ConflictField } from '../../../ui/form/edit-conflict';
import { useEditConflict } from '../../../ui/form/use-edit-conflict';
import { toast } from '../../../ui/toast/toast';
import { Composer, usePublicationForm } from './composer/composer';
import { changeOf, draftOf, type PublicationDraft } from './composer/draft';
import { t as compose } from './composer/texts';
import type { Publication } from './labels';
import { t } from './texts';

const fields = (): ConflictField<PublicationDraft>[] => [
  { name: 'title', label: t('fieldTitle') },
  { name: 'targets', label: t('recipients'), show: ({ targets }) => targets.map(({ label }) => label).join(', ') },
  { name: 'content', label: t('content'), show: ({ content }) => content.text },
  { name: 'overrides', label: t('fieldOverrides'), show: ({ overrides }) => Object.keys(overrides).join(', ') },
  { name: 'schedule', label: t('fieldSchedule'), show: ({ schedule: { mode, at } }) => (mode === 'at' ? at : mode) },
  { name: 'expires_after_seconds', label: t('expires') },
  { name: 'overflow', label: t('ifTooLong') },
  { name: 'on_invalid_target', label: t('fieldInvalid') },
  { name: 'short_links', label: t('shortLinks') },
  { name: 'duplicate_window_seconds', label: t('fieldDuplicates') },
  { name: 'allow_duplicate', label: t('fieldAllowDuplicate'), show: ({ allow_duplicate: is }) => t(is ? 'yes' : 'no') },
  {
    name: 'metadata',
    label: t('metadata'),
    show: ({ metadata }) => metadata.map(({ name, value }) => `${name}: ${value}`).join(', '),
  },
];

export function EditPublication({ of, onClose }: { of: Publication; onClose: () => void }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryKey = trpc.automation.publications.get.queryKey({ publication_id: of.id });
  const form = usePublicationForm(draftOf(of));
  const stale = useEditConflict({
    current: of,
    valuesOf: draftOf,
    form,
    refresh: () => queryClient.invalidateQueries({ queryKey }, { throwOnError: true }),
  });
  const save = (draft: PublicationDraft, base: Publication) =>
    stale.guard(async () => {
      const change = changeOf(draftOf(base), draft);
      const saved = await client.automation.publications.update.mutate(
        { ...change, publication_id: of.id },
        { context: { ...onVersion(base.version) } },
      );
      await queryClient.invalidateQueries({ queryKey: trpc.automation.publications.pathKey() });
      toast(t('saved'));
      // A form that is still changed would ask before it is left.
      stale.adopt(saved);
      onClose();
    });
  return (
    <Composer
      form={form}
      submit={compose('save')}
      isSaving={stale.isSaving}
      onSubmit={(draft) => save(draft, stale.base)}
      onCancel={onClose}
      operation="automation_publications_update"
      input={() => ({ publication_id: of.id, ...changeOf(draftOf(stale.base), form.getValues()) })}
      above={<EditConflict of={stale} id={of.id} what={t('publication')} fields={fields()} onSave={save} />}
    />
  );
}
