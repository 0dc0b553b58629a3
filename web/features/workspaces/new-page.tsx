import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';

import { account, queryClient } from '../../trpc';
import { Form } from '../../ui/form/form';
import { useSendOnce } from '../../ui/form/use-send-once';
import { AuthCard } from '../auth/auth-card';
import { t } from './texts';

const route = getRouteApi('/workspaces/new');

export function NewWorkspacePage() {
  const { workspaces } = route.useLoaderData();
  const navigate = useNavigate();
  const once = useSendOnce();
  const create = useMutation(account.workspaces.create.mutationOptions({ trpc: { context: once.context } }));
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: (value) => (value.trim() === '' ? t('nameMissing') : null) },
    onValuesChange: once.renew,
  });
  const [first] = workspaces;

  const send = async ({ name }: typeof form.values) => {
    const { id } = await create.mutateAsync({ name: name.trim() });
    await queryClient.invalidateQueries({ queryKey: account.workspaces.list.queryKey() });
    await navigate({ to: '/w/$ws', params: { ws: id } });
  };

  return (
    <AuthCard
      title={t('title')}
      lead={first ? t('lead') : t('leadFirst')}
      foot={
        first && (
          <Link to="/w/$ws" params={{ ws: first.id }}>
            {t('back', { name: first.name })}
          </Link>
        )
      }
    >
      <Form form={form} onSubmit={send} submit={t('create')} fullWidth>
        <TextInput
          label={t('name')}
          placeholder={t('example')}
          maxLength={80}
          autoFocus
          autoComplete="organization"
          {...form.getInputProps('name')}
        />
      </Form>
    </AuthCard>
  );
}
