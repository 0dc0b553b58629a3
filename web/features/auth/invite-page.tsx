import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { account, accountClient, queryClient, type Outputs } from '../../trpc';
import { Form } from '../../ui/form/form';
import { isCode, errorText } from '../../ui/problem';
import { signOut } from '../../ui/shell/sign-out';
import { Loading } from '../../ui/states/loading';
import { ErrorState } from '../../ui/states/states';
import { Note } from '../../ui/tag';
import { InvalidLink, AuthCard } from './auth-card';
import { useFragmentToken } from './fragment';
import { NewPassword } from './password-field';
import { SignInStep } from './sign-in-step';

const DEAD = 'This invitation was used, taken back or has run out. Ask for a new link.';

export function InvitePage() {
  const token = useFragmentToken();
  // Not through the cache: its key would hold the token.
  const preview = useQuery({
    queryKey: ['invitation'],
    queryFn: () => accountClient.invitations.preview.mutate({ token: token ?? '' }),
    enabled: token !== undefined,
    retry: false,
    gcTime: 0,
  });
  // Requested in the same batch: a batch of refusals alone counts as an error of the page.
  useQuery(account.auth.status.queryOptions());
  const person = useQuery(
    account.account.get.queryOptions(undefined, { retry: false, trpc: { context: { quiet: true } } }),
  );

  if (token === undefined || isCode(preview.error, 'not_found', 'validation_failed')) {
    return <InvalidLink title="Invitation">{DEAD}</InvalidLink>;
  }
  if (preview.error) {
    return (
      <AuthCard title="Invitation">
        <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
      </AuthCard>
    );
  }
  if (!preview.data || person.isPending) {
    return (
      <AuthCard title="Invitation">
        <Loading shape="form" rows={2} />
      </AuthCard>
    );
  }

  const { workspace_name: name, role, inviter_name: inviter, email_hint: hint } = preview.data;
  return (
    <AuthCard
      title={`Join ${name}`}
      lead={
        <>
          {inviter ?? 'Somebody'} invited <span className="mono">{hint}</span> as <strong>{role}</strong>.
        </>
      }
    >
      {person.data ? <Accept token={token} user={person.data.user} /> : <Register token={token} />}
    </AuthCard>
  );
}

function useEntered() {
  const navigate = useNavigate();
  return async (member: Outputs['invitations']['accept']) => {
    queryClient.clear();
    await navigate({ to: '/w/$ws', params: { ws: member.workspace_id } });
  };
}

function Accept({ token, user }: { token: string; user: Outputs['account']['get']['user'] }) {
  const enter = useEntered();
  const accept = useMutation(account.invitations.accept.mutationOptions({ onSuccess: enter }));
  return (
    <div className="form">
      <div style={{ fontSize: 13 }}>
        You are signed in as <strong>{user.email}</strong>.
      </div>
      {accept.error && (
        <Note tone="error" alert>
          {errorText(accept.error)}
        </Note>
      )}
      <Button loading={accept.isPending} onClick={() => accept.mutate({ token })}>
        Accept invitation
      </Button>
      <Button variant="default" onClick={() => void signOut()}>
        Use another account
      </Button>
    </div>
  );
}

function Register({ token }: { token: string }) {
  const enter = useEntered();
  const [hasAccount, setHasAccount] = useState(false);
  const form = useForm({
    initialValues: { name: '', password: '' },
    validate: {
      name: (value) => (value.trim() === '' ? 'Is required.' : null),
      password: (value) => (value === '' ? 'Is required.' : null),
    },
  });
  if (hasAccount) return <SignInStep onBack={() => setHasAccount(false)} />;

  return (
    <Form
      form={form}
      onSubmit={async (values) => enter(await accountClient.invitations.accept.mutate({ token, ...values }))}
      submit="Create account and join"
      fullWidth
      explain={(error) => (isCode(error, 'not_found') ? DEAD : undefined)}
      actions={
        <Button variant="subtle" fullWidth onClick={() => setHasAccount(true)}>
          I have an account
        </Button>
      }
    >
      <TextInput label="Your name" autoComplete="name" {...form.getInputProps('name')} />
      <NewPassword form={form} known={[form.values.name, location.hostname]} />
    </Form>
  );
}
