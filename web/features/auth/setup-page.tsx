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

const PUBLIC_MAIL =
  /^(?:gmail|googlemail|outlook|hotmail|live|yahoo|icloud|me|gmx|web|proton|protonmail|aol|mail|yandex|qq|163)\./;
const route = getRouteApi('/setup');

const required = (value: string) => (value.trim() === '' ? 'Is required.' : null);

export function SetupPage() {
  const { setup_direct: isDirect, signup_mode: mode } = route.useLoaderData();
  const token = useFragmentToken();
  const navigate = useNavigate();
  const [isNamed, setIsNamed] = useState(false);
  const form = useForm({
    initialValues: { name: '', email: '', password: '', workspace_name: 'My workspace' },
    // The server validates the rest; zod would be a seventh of this page.
    validate: { name: required, email: required, password: required, workspace_name: required },
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
    <AuthCard
      title="Create the owner account"
      lead="You are the first here. This account administers the installation and owns the first workspace."
    >
      <Form form={form} onSubmit={send} submit="Create account" fullWidth>
        <TextInput label="Your name" autoComplete="name" data-autofocus autoFocus {...form.getInputProps('name')} />
        <TextInput label="E-mail" type="email" autoComplete="username" {...form.getInputProps('email')} />
        <NewPassword form={form} known={[form.values.name, form.values.email, location.hostname]} />
        <TextInput
          label="Workspace"
          description="Keys, webhooks and channels belong to a workspace. You can rename it."
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
  if (label === '' || !domain.includes('.') || PUBLIC_MAIL.test(domain)) return 'My workspace';
  return label[0]?.toUpperCase() + label.slice(1);
}

function NoToken({ mode }: { mode: 'first-user' | 'invite' }) {
  return (
    <AuthCard title="Set up Switchboard" lead="Nobody has an account here yet.">
      {mode === 'invite' ? (
        <Note tone="info">
          The owner is made on the command line: <span className="mono">npm start -- bootstrap --help</span>
        </Note>
      ) : (
        <Note tone="info">
          Open the set-up link that the service printed when it started. It is in its log, on the line “Create the owner
          account”. Each start prints a new one, and only the last works.
        </Note>
      )}
    </AuthCard>
  );
}
