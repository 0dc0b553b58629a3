import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { accountClient, queryClient } from '../../trpc';
import { Form } from '../../ui/form/form';
import { Note } from '../../ui/tag';
import { AuthCard } from './auth-card';
import { useFragmentToken } from './fragment';
import { NewPassword } from './password-field';
import { t } from './texts';

const PUBLIC_MAIL =
  /^(?:gmail|googlemail|outlook|hotmail|live|yahoo|icloud|me|gmx|web|proton|protonmail|aol|mail|yandex|qq|163)\./;
const route = getRouteApi('/setup');

type Required = 'nameMissing' | 'emailMissing' | 'passwordMissing' | 'workspaceMissing';

const required = (text: Required) => (value: string) => (value.trim() === '' ? t(text) : null);

export function SetupPage() {
  const { setup_direct: isDirect, signup_mode: mode } = route.useLoaderData();
  const token = useFragmentToken();
  const navigate = useNavigate();
  const [isNamed, setIsNamed] = useState(false);
  const form = useForm({
    initialValues: { name: '', email: '', password: '', workspace_name: t('myWorkspace') },
    // The server validates the rest; zod would be a seventh of this page.
    validate: {
      name: required('nameMissing'),
      email: required('emailMissing'),
      password: required('passwordMissing'),
      workspace_name: required('workspaceMissing'),
    },
    onValuesChange: ({ email }, previous) => {
      if (!isNamed && email !== previous.email) form.setFieldValue('workspace_name', workspaceOf(email));
    },
  });

  if (!isDirect && token === undefined) return <NoToken mode={mode} />;

  const send = async (values: typeof form.values) => {
    const { workspace } = await accountClient.auth.setup.mutate({ ...values, ...(token ? { token } : {}) });
    queryClient.clear();
    await navigate({ to: '/w/$ws', params: { ws: workspace.id } });
  };

  return (
    <AuthCard title={t('setupTitle')} lead={t('setupLead')}>
      <Form form={form} onSubmit={send} submit={t('createAccount')} fullWidth>
        <TextInput label={t('yourName')} autoComplete="name" data-autofocus autoFocus {...form.getInputProps('name')} />
        <TextInput label={t('email')} type="email" autoComplete="username" {...form.getInputProps('email')} />
        <NewPassword form={form} known={[form.values.name, form.values.email, location.hostname]} />
        <TextInput
          label={t('workspace')}
          description={t('workspaceHelp')}
          autoComplete="organization"
          {...form.getInputProps('workspace_name')}
          onInput={() => setIsNamed(true)}
        />
      </Form>
    </AuthCard>
  );
}

/** `ada@acme.com` works at Acme; a public mail domain says nothing. */
function workspaceOf(email: string): string {
  const domain = email.split('@')[1]?.toLowerCase() ?? '';
  const [label = ''] = domain.split('.');
  if (label === '' || !domain.includes('.') || PUBLIC_MAIL.test(domain)) return t('myWorkspace');
  return label[0]?.toUpperCase() + label.slice(1);
}

function NoToken({ mode }: { mode: 'first-user' | 'invite' }) {
  return (
    <AuthCard title={t('noAccounts')} lead={t('noAccountsLead')}>
      {mode === 'invite' ? (
        <Note tone="info">{t.rich('bootstrap', { code: (command) => <span className="mono">{command}</span> })}</Note>
      ) : (
        <Note tone="info">{t('openSetupLink')}</Note>
      )}
    </AuthCard>
  );
}
