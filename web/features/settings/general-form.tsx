import { NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';

import { UpdateWorkspace } from '../../../shared/access/workspaces';
import { onVersion, queryClient, useTRPC, useTRPCClient, type Outputs } from '../../trpc';
import { CopyId } from '../../ui/code/copy';
import { CopyAsCode } from '../../ui/code/copy-as-code';
import { EditConflict, type ConflictField } from '../../ui/form/edit-conflict';
import { Form } from '../../ui/form/form';
import { LeaveGuard } from '../../ui/form/leave-guard';
import { schemaCheck } from '../../ui/form/schema-check';
import { useEditConflict } from '../../ui/form/use-edit-conflict';
import { Card } from '../../ui/page';
import { useCan } from '../../ui/shell/workspace';
import { Note } from '../../ui/tag';
import { toast } from '../../ui/toast/toast';
import { t } from './texts';
import { useRename } from './use-rename';

type Workspace = Outputs['workspaces']['get'];

const policies = () => [
  { value: 'revoke', label: t('revokeLeaked') },
  { value: 'alert', label: t('alertLeaked') },
];

const valuesOf = ({ id, name, leaked_key_policy, log_retention_days }: Workspace) => ({
  workspace_id: id,
  name,
  leaked_key_policy,
  log_retention_days,
});
type Values = ReturnType<typeof valuesOf>;

const conflictFields = (): ConflictField<Values>[] => [
  { name: 'name', label: t('name') },
  {
    name: 'leaked_key_policy',
    label: t('leakedKeys'),
    show: ({ leaked_key_policy: policy }) => policies().find(({ value }) => value === policy)?.label ?? policy,
  },
  { name: 'log_retention_days', label: t('logRetention') },
];

export function GeneralForm({ workspace }: { workspace: Workspace }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const mayWrite = useCan()('workspace:write');
  const rename = useRename(workspace.id);
  const form = useForm({
    initialValues: valuesOf(workspace),
    validate: schemaCheck(UpdateWorkspace),
  });
  const queryKey = trpc.workspaces.get.queryKey({ workspace_id: workspace.id });
  const stale = useEditConflict({
    current: workspace,
    valuesOf,
    form,
    refresh: () => queryClient.invalidateQueries({ queryKey }, { throwOnError: true }),
  });

  const save = (values: Values, base: Workspace) =>
    stale.guard(async () => {
      const takeBack = rename(values.name);
      try {
        const saved = await client.workspaces.update.mutate(values, { context: { ...onVersion(base.version) } });
        stale.adopt(saved);
        queryClient.setQueryData(queryKey, saved);
        rename(saved.name);
        toast(t('settingsSaved'));
      } catch (error) {
        takeBack();
        throw error;
      }
    });

  return (
    <>
      {!mayWrite && <Note>{t('readOnly')}</Note>}
      <Card
        title={t('workspace')}
        aside={<CopyId id={workspace.id} />}
        actions={<CopyAsCode operation="workspaces_update" input={() => ({ ...form.getValues() })} />}
      >
        <fieldset disabled={!mayWrite} className="form-narrow settings-fields">
          <EditConflict of={stale} id={workspace.id} what={t('theSettings')} fields={conflictFields()} onSave={save} />
          <Form form={form} onSubmit={(values) => save(values, stale.base)} submit={t('saveSettings')}>
            <LeaveGuard isDirty={form.isDirty() && !stale.isSaving} />
            <TextInput label={t('name')} {...form.getInputProps('name')} />
            <NativeSelect
              label={t('leakedKeys')}
              description={t('leakedKeysHelp')}
              data={policies()}
              disabled={!mayWrite}
              {...form.getInputProps('leaked_key_policy')}
            />
            <NumberInput
              label={t('logRetention')}
              description={t('logRetentionHelp')}
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
