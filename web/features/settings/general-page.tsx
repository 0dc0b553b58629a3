import { NumberInput, Select, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';

import { UpdateWorkspace } from '../../../shared/workspaces';
import { account, onVersion, queryClient, useTRPC, type Outputs } from '../../trpc';
import { CopyId } from '../../ui/code/copy';
import { CopyAsCode } from '../../ui/code/copy-as-code';
import { Form } from '../../ui/form/form';
import { useLeaveGuard } from '../../ui/form/use-guard';
import { formatNumber } from '../../ui/format';
import { Card } from '../../ui/page';
import { useCan, useWorkspace } from '../../ui/shell/workspace';
import { Loading } from '../../ui/states/loading';
import { Content } from '../../ui/states/states';
import { Note } from '../../ui/tag';
import { Time } from '../../ui/time';
import { toast } from '../../ui/toast';
import { SettingsFrame } from './frame';

type Workspace = Outputs['workspaces']['get'];

const POLICIES = [
  { value: 'revoke', label: 'Revoke it at once' },
  { value: 'alert', label: 'Only tell us' },
];

export function GeneralPage() {
  const trpc = useTRPC();
  const { id } = useWorkspace();
  const query = useQuery(trpc.workspaces.get.queryOptions({ workspace_id: id }));
  return (
    <SettingsFrame title="Settings">
      <Content query={query} what="workspace" loading={<Loading shape="form" rows={3} />}>
        {(data) => <General key={data.version} workspace={data} />}
      </Content>
    </SettingsFrame>
  );
}

function General({ workspace }: { workspace: Workspace }) {
  const trpc = useTRPC();
  const router = useRouter();
  const mayWrite = useCan()('workspace:write');
  const update = useMutation(
    trpc.workspaces.update.mutationOptions({ trpc: { context: onVersion(workspace.version) } }),
  );
  const { id: workspace_id, name, leaked_key_policy, log_retention_days } = workspace;
  const form = useForm({
    initialValues: { workspace_id, name, leaked_key_policy, log_retention_days },
    validate: schemaResolver(UpdateWorkspace, { sync: true }),
  });
  useLeaveGuard(form.isDirty() && !update.isPending);

  const send = async (values: typeof form.values) => {
    const saved = await update.mutateAsync(values);
    form.setInitialValues(values);
    form.reset();
    queryClient.setQueryData(trpc.workspaces.get.queryKey({ workspace_id }), saved);
    toast('Settings saved');
    await queryClient.invalidateQueries({ queryKey: account.workspaces.list.queryKey() });
    await router.invalidate();
  };

  return (
    <>
      {!mayWrite && <Note>Your role can read these settings. An owner or admin can change them.</Note>}
      <Card
        title="Workspace"
        aside={<CopyId id={workspace_id} />}
        actions={<CopyAsCode operation="workspaces_update" input={() => ({ ...form.getValues() })} />}
      >
        <fieldset disabled={!mayWrite} className="form-narrow" style={{ border: 0, margin: 0, padding: 0 }}>
          <Form form={form} onSubmit={send} submit="Save settings">
            <TextInput label="Name" {...form.getInputProps('name')} />
            <Select
              label="When a key is found in public"
              description="Code hosts report keys that somebody pushed by mistake."
              data={POLICIES}
              allowDeselect={false}
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
      <Card title="Limits">
        <div className="settings-totals">
          <span>
            {formatNumber(workspace.rate_limit.requests)} requests in {workspace.rate_limit.window_seconds} s over all
            keys
          </span>
          <span className="dimmed">
            Made <Time at={workspace.created_at} />, changed <Time at={workspace.updated_at} />
          </span>
        </div>
      </Card>
    </>
  );
}
