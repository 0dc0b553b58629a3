import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';

import { account, queryClient, type Outputs } from '../../trpc';
import { CopyId } from '../../ui/code/copy';
import { Form } from '../../ui/form/form';
import { useLeaveGuard } from '../../ui/form/use-leave-guard';
import { formatDay } from '../../ui/format';
import { Card, Page } from '../../ui/page';
import { Loading } from '../../ui/states/loading';
import { Content } from '../../ui/states/states';
import { toast } from '../../ui/toast/toast';

export function ProfilePage() {
  const query = useQuery(account.account.get.queryOptions());
  return (
    <Page title="Profile">
      <Content query={query} loading={<Loading shape="form" rows={2} />}>
        {({ user }) => <Profile user={user} />}
      </Content>
    </Page>
  );
}

function Profile({ user }: { user: Outputs['account']['get']['user'] }) {
  const router = useRouter();
  const update = useMutation(account.account.update.mutationOptions());
  const form = useForm({
    initialValues: { name: user.name },
    validate: { name: (value) => (value.trim() === '' ? 'Is required.' : null) },
  });
  useLeaveGuard(form.isDirty() && !update.isPending);

  const send = async ({ name }: typeof form.values) => {
    const saved = await update.mutateAsync({ name: name.trim() });
    queryClient.setQueryData(account.account.get.queryKey(), (known) => known && { ...known, user: saved });
    form.setInitialValues({ name: saved.name });
    form.reset();
    toast('Profile saved');
    await router.invalidate();
  };

  return (
    <Card>
      <div className="form-narrow">
        <Form form={form} onSubmit={send} submit="Save">
          <TextInput label="Name" autoComplete="name" {...form.getInputProps('name')} />
          <TextInput
            label="E-mail"
            value={user.email}
            readOnly
            className="form-fixed"
            description="Your address cannot be changed here yet."
          />
          <div className="dimmed" style={{ display: 'flex', flexWrap: 'wrap', gap: '0 16px', fontSize: 12 }}>
            <span>Since {formatDay(user.created_at)}</span>
            {user.instance_admin && <span>Administers this installation</span>}
            <CopyId id={user.id} />
          </div>
        </Form>
      </div>
    </Card>
  );
}
