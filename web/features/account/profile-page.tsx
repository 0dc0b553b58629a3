import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';

import { account, queryClient, type Outputs } from '../../trpc';
import { CopyId } from '../../ui/code/copy';
import { Form } from '../../ui/form/form';
import { LeaveGuard } from '../../ui/form/leave-guard';
import { resetForm } from '../../ui/form/reset-form';
import { formatDay } from '../../ui/format';
import { Avatar } from '../../ui/icons/avatar';
import { Card } from '../../ui/page';
import { Loading } from '../../ui/states/loading';
import { Content } from '../../ui/states/states';
import { toast } from '../../ui/toast/toast';
import { AccountFrame } from './frame';
import { t } from './texts';

import './account.css';

export function ProfilePage() {
  const query = useQuery(account.account.get.queryOptions());
  return (
    <AccountFrame title={t('profile')}>
      <Content query={query} loading={<Loading shape="form" rows={2} />}>
        {({ user }) => <Profile user={user} />}
      </Content>
    </AccountFrame>
  );
}

function Profile({ user }: { user: Outputs['account']['get']['user'] }) {
  const router = useRouter();
  const update = useMutation(account.account.update.mutationOptions());
  const form = useForm({
    initialValues: { name: user.name },
    validate: { name: (value) => (value.trim() === '' ? t('nameMissing') : null) },
  });

  const send = async ({ name }: typeof form.values) => {
    const saved = await update.mutateAsync({ name: name.trim() });
    queryClient.setQueryData(account.account.get.queryKey(), (known) => known && { ...known, user: saved });
    resetForm(form, { name: saved.name }, { name });
    toast(t('saved'));
    await router.invalidate();
  };

  return (
    <Card>
      <div className="form-narrow">
        <div className="account-person">
          <Avatar name={user.name} seed={user.id} size={48} />
          <div>
            <div className="dimmed">{t('since', { day: formatDay(user.created_at) })}</div>
            {user.instance_admin && <div className="dimmed">{t('administrator')}</div>}
            <CopyId id={user.id} />
          </div>
        </div>
        <Form form={form} onSubmit={send} submit={t('save')}>
          <LeaveGuard isDirty={form.isDirty() && !update.isPending} />
          <TextInput label={t('name')} autoComplete="name" {...form.getInputProps('name')} />
          <TextInput
            label={t('email')}
            value={user.email}
            readOnly
            className="form-fixed"
            description={t('emailFixed')}
          />
        </Form>
      </div>
    </Card>
  );
}
