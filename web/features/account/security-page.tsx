import { PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';

import { account, queryClient, type Outputs } from '../../trpc';
import { Form } from '../../ui/form/form';
import { Card, Page } from '../../ui/page';
import { isCode } from '../../ui/problem';
import { Loading } from '../../ui/states/loading';
import { Content } from '../../ui/states/states';
import { Time } from '../../ui/time';
import { toast } from '../../ui/toast/toast';
import { NewPassword } from '../auth/password-field';

export function SecurityPage() {
  const query = useQuery(account.account.get.queryOptions());
  return (
    <Page title="Security">
      <Content query={query} loading={<Loading shape="form" rows={3} />}>
        {({ user }) => <PasswordCard user={user} />}
      </Content>
    </Page>
  );
}

function PasswordCard({ user }: { user: Outputs['account']['get']['user'] }) {
  const change = useMutation(account.account.password.change.mutationOptions());
  const form = useForm({
    initialValues: { current_password: '', password: '' },
    validate: {
      current_password: (value) => (value === '' ? 'Is required.' : null),
      password: (value) => (value === '' ? 'Is required.' : null),
    },
  });

  const send = async (values: typeof form.values) => {
    await change.mutateAsync(values);
    form.reset();
    toast('Password changed', { text: 'Every other session has ended.' });
    await queryClient.invalidateQueries({ queryKey: account.account.pathKey() });
  };

  return (
    <Card
      title="Password"
      aside={
        <span className="dimmed" style={{ fontSize: 13 }}>
          Set <Time at={user.password_changed_at} />
        </span>
      }
    >
      <div className="form-narrow">
        <Form
          form={form}
          onSubmit={send}
          submit="Change password"
          explain={(error) => (isCode(error, 'invalid_credentials') ? 'The current password is wrong.' : undefined)}
        >
          <input type="text" autoComplete="username" value={user.email} readOnly hidden />
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            {...form.getInputProps('current_password')}
          />
          <NewPassword form={form} label="New password" known={[user.name, user.email, location.hostname]} />
        </Form>
      </div>
    </Card>
  );
}
