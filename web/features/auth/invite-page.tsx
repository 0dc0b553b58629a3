import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';

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
import { t } from './texts';

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
    return <InvalidLink title={t('invitation')}>{t('deadInvitation')}</InvalidLink>;
  }
  if (preview.error) {
    return (
      <AuthCard title={t('invitation')}>
        <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
      </AuthCard>
    );
  }
  if (!preview.data || person.isPending) {
    return (
      <AuthCard title={t('invitation')}>
        <Loading shape="form" rows={2} />
      </AuthCard>
    );
  }

  const { workspace_name: name, role, inviter_name: inviter, email } = preview.data;
  return (
    <AuthCard
      title={t('join', { workspace: name })}
      lead={
        inviter === null
          ? t.rich('invitedByNobody', { role: t(role), b: bold })
          : t.rich('invited', { inviter, role: t(role), b: bold })
      }
    >
      {person.data ? (
        <Accept token={token} user={person.data.user} email={email} />
      ) : (
        <Register token={token} email={email} />
      )}
    </AuthCard>
  );
}

const bold = (text: ReactNode) => <strong>{text}</strong>;

function useEntered() {
  const navigate = useNavigate();
  return async (member: Outputs['invitations']['accept']) => {
    queryClient.clear();
    await navigate({ to: '/w/$ws', params: { ws: member.workspace_id } });
  };
}

interface AcceptProps {
  token: string;
  user: Outputs['account']['get']['user'];
  email: string;
}

function Accept({ token, user, email }: AcceptProps) {
  const enter = useEntered();
  const isInvited = user.email === email;
  const accept = useMutation(account.invitations.accept.mutationOptions({ onSuccess: enter }));
  return (
    <div className="form">
      <div style={{ fontSize: 13 }}>{t.rich('signedInAs', { email: user.email, b: bold })}</div>
      {!isInvited && <Note tone="warning">{t.rich('sentTo', { email, b: bold })}</Note>}
      {accept.error && (
        <Note tone="error" alert>
          {errorText(accept.error)}
        </Note>
      )}
      {isInvited && (
        <Button loading={accept.isPending} onClick={() => accept.mutate({ token })}>
          {t('accept')}
        </Button>
      )}
      <Button variant="default" onClick={() => void signOut()}>
        {t('useOther')}
      </Button>
    </div>
  );
}

function Register({ token, email }: { token: string; email: string }) {
  const enter = useEntered();
  const [hasAccount, setHasAccount] = useState(false);
  const form = useForm({
    initialValues: { name: '', password: '' },
    validate: {
      name: (value) => (value.trim() === '' ? t('nameMissing') : null),
      password: (value) => (value === '' ? t('passwordMissing') : null),
    },
  });
  if (hasAccount) return <SignInStep onBack={() => setHasAccount(false)} />;

  return (
    <Form
      form={form}
      onSubmit={async (values) => enter(await accountClient.invitations.accept.mutate({ token, ...values }))}
      submit={t('createAndJoin')}
      fullWidth
      explain={(error) => (isCode(error, 'not_found') ? t('deadInvitation') : undefined)}
      actions={
        <Button variant="subtle" fullWidth onClick={() => setHasAccount(true)}>
          {t('haveAccount')}
        </Button>
      }
    >
      <TextInput
        label={t('email')}
        type="email"
        autoComplete="username"
        className="form-fixed"
        description={t('accountEmail')}
        value={email}
        readOnly
      />
      <TextInput label={t('yourName')} autoComplete="name" {...form.getInputProps('name')} />
      <NewPassword form={form} known={[form.values.name, email, location.hostname]} />
    </Form>
  );
}
