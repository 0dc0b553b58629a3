import { onVersion, queryClient, useTRPC, useTRPCClient } from '../../../trpc';
import { EditConflict, type ConflictField } from '../../../ui/form/edit-conflict';
import { useEditConflict } from '../../../ui/form/use-edit-conflict';
import { toast } from '../../../ui/toast/toast';
import { Composer, usePublicationForm } from './composer/composer';
import { changeOf, draftOf, type PublicationDraft } from './composer/draft';
import type { Publication } from './labels';

const FIELDS: ConflictField<PublicationDraft>[] = [
  { name: 'title', label: 'Title' },
  { name: 'targets', label: 'Recipients', show: ({ targets }) => targets.map(({ label }) => label).join(', ') },
  { name: 'content', label: 'Content', show: ({ content }) => content.text },
  { name: 'overrides', label: 'Only on one channel', show: ({ overrides }) => Object.keys(overrides).join(', ') },
  { name: 'schedule', label: 'When', show: ({ schedule: { mode, at } }) => (mode === 'at' ? at : mode) },
  { name: 'expires_after_seconds', label: 'Give up after' },
  { name: 'overflow', label: 'Too long' },
  { name: 'on_invalid_target', label: 'Recipients that do not fit' },
  { name: 'short_links', label: 'Short links' },
  { name: 'duplicate_window_seconds', label: 'Duplicates' },
  { name: 'allow_duplicate', label: 'Although a duplicate', show: ({ allow_duplicate: is }) => (is ? 'Yes' : 'No') },
  {
    name: 'metadata',
    label: 'Metadata',
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
      await client.automation.publications.update.mutate(
        { ...change, publication_id: of.id },
        { context: { ...onVersion(base.version) } },
      );
      await queryClient.invalidateQueries({ queryKey: trpc.automation.publications.pathKey() });
      toast('Publication changed');
      onClose();
    });
  return (
    <Composer
      form={form}
      submit="Save changes"
      isSaving={stale.isSaving}
      onSubmit={(draft) => save(draft, stale.base)}
      onCancel={onClose}
      operation="automation_publications_update"
      input={() => ({ publication_id: of.id, ...changeOf(draftOf(stale.base), form.getValues()) })}
      above={<EditConflict of={stale} id={of.id} what="publication" fields={FIELDS} onSave={save} />}
    />
  );
}
