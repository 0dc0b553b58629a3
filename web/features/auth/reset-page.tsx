import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';

import { accountClient, queryClient } from '../../trpc';
import { Form } from '../../ui/form/form';
import { isCode } from '../../ui/problem';
import { toast } from '../../ui/toast/toast';
import { InvalidLink, AuthCard } from './auth-card';
import { useFragmentToken } from './fragment';
import { NewPassword } from './password-field';

const DEAD = 'This link was used, has run out or is not whole. Ask for a new one.';

export function ResetPage() {
  const token = useFragmentToken();
  const navigate = useNavigate();
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (value) => (value === '' ? 'Is required.' : null) },
  });

  if (token === undefined) {
    return <InvalidLink title="Set a new password">{DEAD}</InvalidLink>;
  }

  const send = async ({ password }: typeof form.values) => {
    await accountClient.auth.password.reset.mutate({ token, password });
    queryClient.clear();
    toast('Password set. Sign in with it.');
    await navigate({ to: '/sign-in' });
  };

  return (
    <AuthCard title="Set a new password" lead="Every session of your account ends.">
      <Form
        form={form}
        onSubmit={send}
        submit="Set password"
        fullWidth
        explain={(error) => (isCode(error, 'validation_failed', 'not_found', 'invalid_credentials') ? DEAD : undefined)}
      >
        <NewPassword form={form} label="New password" known={[location.hostname]} />
      </Form>
    </AuthCard>
  );
}
