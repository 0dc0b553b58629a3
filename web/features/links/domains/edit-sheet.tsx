import { Checkbox } from '@mantine/core';
import { useForm } from '@mantine/form';

import { onVersion, queryClient, useTRPC, useTRPCClient } from '../../../trpc';
import { EditConflict, type ConflictField } from '../../../ui/form/edit-conflict';
import { EditSheet } from '../../../ui/form/edit-sheet';
import { useEditConflict } from '../../../ui/form/use-edit-conflict';
import { toast } from '../../../ui/toast/toast';
import type { Domain } from '../labels';
import { changeOf, checkDraft, draftOf, type DomainDraft } from './draft';
import { DomainFields } from './fields';
import { t } from './texts';

const fields = (): ConflictField<DomainDraft>[] => [
  { name: 'root_url', label: t('root') },
  { name: 'not_found_url', label: t('unknownSlugs') },
  { name: 'expired_url', label: t('expiredLinks') },
  { name: 'default_redirect_status', label: t('redirect') },
  {
    name: 'case_sensitive',
    label: t('sensitive'),
    show: ({ case_sensitive: differs }) => t(differs ? 'yes' : 'no'),
  },
  { name: 'disabled', label: t('disabled'), show: ({ disabled }) => t(disabled ? 'yes' : 'no') },
];

export function EditDomainSheet({ of, onClose }: { of: Domain; onClose: () => void }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const form = useForm<DomainDraft>({ initialValues: draftOf(of), validate: checkDraft });
  const stale = useEditConflict({
    current: of,
    valuesOf: draftOf,
    form,
    refresh: () => queryClient.invalidateQueries({ queryKey: trpc.links.domains.pathKey() }, { throwOnError: true }),
  });
  const save = (values: DomainDraft, base: Domain) =>
    stale.guard(async () => {
      const change = changeOf(draftOf(base), values);
      await client.links.domains.update.mutate(
        { ...change, domain_id: of.id },
        { context: { ...onVersion(base.version) } },
      );
      await queryClient.invalidateQueries({ queryKey: trpc.links.pathKey() });
      toast(t('changed'));
      onClose();
    });
  return (
    <EditSheet
      title={t('editTitle', { host: of.hostname })}
      form={form}
      onSubmit={(values) => save(values, stale.base)}
      operation="links_domains_update"
      input={() => ({ domain_id: of.id, ...changeOf(draftOf(stale.base), form.getValues()) })}
      above={<EditConflict of={stale} id={of.id} what={t('aDomain')} fields={fields()} onSave={save} />}
      onClose={onClose}
    >
      <DomainFields form={form} />
      <Checkbox
        label={t('disabled')}
        description={t('disabledHelp')}
        {...form.getInputProps('disabled', { type: 'checkbox' })}
      />
    </EditSheet>
  );
}
