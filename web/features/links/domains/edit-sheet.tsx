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

const FIELDS: ConflictField<DomainDraft>[] = [
  { name: 'root_url', label: 'Its bare address' },
  { name: 'not_found_url', label: 'Unknown slugs' },
  { name: 'expired_url', label: 'Expired links' },
  { name: 'default_redirect_status', label: 'Redirect' },
  {
    name: 'case_sensitive',
    label: 'Case',
    show: ({ case_sensitive: differs }) => (differs ? 'Differs' : 'Is the same'),
  },
  { name: 'disabled', label: 'Disabled', show: ({ disabled }) => (disabled ? 'Yes' : 'No') },
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
      toast('Domain changed');
      onClose();
    });
  return (
    <EditSheet
      title={`Change “${of.hostname}”`}
      form={form}
      onSubmit={(values) => save(values, stale.base)}
      operation="links_domains_update"
      input={() => ({ domain_id: of.id, ...changeOf(draftOf(stale.base), form.getValues()) })}
      above={<EditConflict of={stale} id={of.id} what="domain" fields={FIELDS} onSave={save} />}
      onClose={onClose}
    >
      <DomainFields form={form} />
      <Checkbox
        label="Disabled"
        description="Its links answer 404 until it is enabled again."
        {...form.getInputProps('disabled', { type: 'checkbox' })}
      />
    </EditSheet>
  );
}
