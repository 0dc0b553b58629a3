import { PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { getRouteApi, useRouter } from '@tanstack/react-router';

import { accountClient, queryClient } from '../../trpc';
import { Form } from '../../ui/form/form';
import { isCode, retryAfterOf } from '../../ui/problem';
import { AuthCard } from './auth-card';

const route = getRouteApi('/sign-in');

export function SignInPage() {
  const { next } = route.useSearch();
  const { smtp } = route.useLoaderData();
  const router = useRouter();
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: {
      email: (value) => (value.trim() === '' ? 'Is required.' : null),
      password: (value) => (value === '' ? 'Is required.' : null),
    },
  });

  const send = async (values: typeof form.values) => {
    await accountClient.auth.sign_in.mutate(values);
    queryClient.clear();
    router.history.push(pathIn(next) ?? '/user/api/');
  };

  return (
    <AuthCard
      title="Sign in"
      lead="Welcome back."
      foot={smtp ? null : 'Forgot your password? Ask the administrator of this installation for a reset link.'}
    >
      <Form form={form} onSubmit={send} submit="Sign in" fullWidth explain={explain}>
        <TextInput label="E-mail" type="email" autoComplete="username" autoFocus {...form.getInputProps('email')} />
        <PasswordInput label="Password" autoComplete="current-password" {...form.getInputProps('password')} />
      </Form>
    </AuthCard>
  );
}

function explain(error: unknown) {
  if (isCode(error, 'rate_limited')) return `Too many tries. Wait ${retryAfterOf(error) ?? 'some'} seconds.`;
  return isCode(error, 'invalid_credentials', 'validation_failed') ? 'E-mail or password is wrong.' : undefined;
}

/** Only a page of the console; never another site. */
function pathIn(next: string | undefined): string | undefined {
  if (next === undefined) return undefined;
  const url = new URL(next, location.origin);
  if (url.origin !== location.origin || !next.startsWith('/')) return undefined;
  const path = url.pathname.replace(/^\/user\/api(?=\/|$)/, '');
  return `/user/api${path}${url.search}`;
}
