import { PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';

import { account, queryClient, type Outputs } from '../../trpc';
import { Form } from '../../ui/form/form';
import { Card } from '../../ui/page';
import { isCode } from '../../ui/problem';
import { Loading } from '../../ui/states/loading';
import { Content } from '../../ui/states/states';
import { Time } from '../../ui/time';
import { toast } from '../../ui/toast/toast';
import { NewPassword } from '../auth/password-field';
import { AccountFrame } from './frame';
import { t } from './texts';

export function SecurityPage() {
  const query = useQuery(account.account.get.queryOptions());
  return (
    <AccountFrame title={t('security')}>
      <Content query={query} loading={<Loading shape="form" rows={3} />}>
        {({ user }) => <PasswordCard user={user} />}
      </Content>
    </AccountFrame>
  );
}

function PasswordCard({ user }: { user: Outputs['account']['get']['user'] }) {
  const change = useMutation(account.account.password.change.mutationOptions());
  const form = useForm({
    initialValues: { current_password: '', password: '' },
    validate: {
      current_password: (value) => (value === '' ? t('currentMissing') : null),
      password: (value) => (value === '' ? t('newMissing') : null),
    },
  });

  const send = async (values: typeof form.values) => {
    await change.mutateAsync(values);
    form.reset();
    toast(t('passwordChanged'), { text: t('othersSignedOut') });
    await queryClient.invalidateQueries({ queryKey: account.account.pathKey() });
  };

  return (
    <Card
      title={t('password')}
      aside={
        <span className="dimmed" style={{ fontSize: 13 }}>
          {t.rich('lastChanged', { time: () => <Time at={user.password_changed_at} /> })}
        </span>
      }
    >
      <div className="form-narrow">
        <Form
          form={form}
          onSubmit={send}
          submit={t('changePassword')}
          explain={(error) => (isCode(error, 'invalid_credentials') ? t('wrongPassword') : undefined)}
        >
          <input type="text" autoComplete="username" value={user.email} readOnly hidden />
          <PasswordInput
            label={t('currentPassword')}
            autoComplete="current-password"
            {...form.getInputProps('current_password')}
          />
          <NewPassword form={form} label={t('newPassword')} known={[user.name, user.email, location.hostname]} />
        </Form>
      </div>
    </Card>
  );
}
