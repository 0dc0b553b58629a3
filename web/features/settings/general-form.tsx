import { NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';

import { UpdateWorkspace } from '../../../shared/access/workspaces';
import { onVersion, queryClient, useTRPC, useTRPCClient, type Outputs } from '../../trpc';
import { CopyId } from '../../ui/code/copy';
import { CopyAsCode } from '../../ui/code/copy-as-code';
import { EditConflict, type ConflictField } from '../../ui/form/edit-conflict';
import { Form } from '../../ui/form/form';
import { useEditConflict } from '../../ui/form/use-edit-conflict';
import { useLeaveGuard } from '../../ui/form/use-leave-guard';
import { Card } from '../../ui/page';
import { useCan } from '../../ui/shell/workspace';
import { Note } from '../../ui/tag';
import { toast } from '../../ui/toast/toast';
import { useRename } from './use-rename';

type Workspace = Outputs['workspaces']['get'];

const POLICIES = [
  { value: 'revoke', label: 'Revoke it at once' },
  { value: 'alert', label: 'Only tell us' },
];

const valuesOf = ({ id, name, leaked_key_policy, log_retention_days }: Workspace) => ({
  workspace_id: id,
  name,
  leaked_key_policy,
  log_retention_days,
});
type Values = ReturnType<typeof valuesOf>;

const FIELDS: ConflictField<Values>[] = [
  { name: 'name', label: 'Name' },
  {
    name: 'leaked_key_policy',
    label: 'When a key is found in public',
    show: ({ leaked_key_policy: policy }) => POLICIES.find(({ value }) => value === policy)?.label ?? policy,
  },
  { name: 'log_retention_days', label: 'Request log, in days' },
];

export function GeneralForm({ workspace }: { workspace: Workspace }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const mayWrite = useCan()('workspace:write');
  const rename = useRename(workspace.id);
  const form = useForm({
    initialValues: valuesOf(workspace),
    validate: schemaResolver(UpdateWorkspace, { sync: true }),
  });
  const queryKey = trpc.workspaces.get.queryKey({ workspace_id: workspace.id });
  const stale = useEditConflict({
    current: workspace,
    valuesOf,
    form,
    refresh: () => queryClient.invalidateQueries({ queryKey }, { throwOnError: true }),
  });
  useLeaveGuard(form.isDirty() && !stale.isSaving);

  const save = (values: Values, base: Workspace) =>
    stale.guard(async () => {
      const takeBack = rename(values.name);
      try {
        const saved = await client.workspaces.update.mutate(values, { context: { ...onVersion(base.version) } });
        stale.adopt(saved);
        queryClient.setQueryData(queryKey, saved);
        rename(saved.name);
        toast('Settings saved');
      } catch (error) {
        takeBack();
        throw error;
      }
    });

  return (
    <>
      {!mayWrite && <Note>Your role can read these settings. An owner or admin can change them.</Note>}
      <Card
        title="Workspace"
        aside={<CopyId id={workspace.id} />}
        actions={<CopyAsCode operation="workspaces_update" input={() => ({ ...form.getValues() })} />}
      >
        <fieldset disabled={!mayWrite} className="form-narrow settings-fields">
          <EditConflict of={stale} id={workspace.id} what="settings" fields={FIELDS} onSave={save} />
          <Form form={form} onSubmit={(values) => save(values, stale.base)} submit="Save settings">
            <TextInput label="Name" {...form.getInputProps('name')} />
            <NativeSelect
              label="When a key is found in public"
              description="Code hosts report keys that somebody pushed by mistake."
              data={POLICIES}
              disabled={!mayWrite}
              {...form.getInputProps('leaked_key_policy')}
            />
            <NumberInput
              label="Keep the request log for, in days"
              description="1 to 90."
              min={1}
              max={90}
              allowDecimal={false}
              {...form.getInputProps('log_retention_days')}
            />
          </Form>
        </fieldset>
      </Card>
    </>
  );
}
