import { PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { getRouteApi, useRouter } from '@tanstack/react-router';

import { accountClient, queryClient } from '../../trpc';
import { Form } from '../../ui/form/form';
import { isCode, retryAfterOf } from '../../ui/problem';
import { AuthCard } from './auth-card';
import { t } from './texts';

const route = getRouteApi('/sign-in');

export function SignInPage() {
  const { next } = route.useSearch();
  const { smtp } = route.useLoaderData();
  const router = useRouter();
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: {
      email: (value) => (value.trim() === '' ? t('emailMissing') : null),
      password: (value) => (value === '' ? t('currentPasswordMissing') : null),
    },
  });

  const send = async (values: typeof form.values) => {
    await accountClient.auth.sign_in.mutate(values);
    queryClient.clear();
    router.history.push(pathIn(next) ?? '/user/api/');
  };

  return (
    <AuthCard title={t('signIn')} lead={t('signInLead')} foot={smtp ? null : t('forgotten')}>
      <Form form={form} onSubmit={send} submit={t('signIn')} fullWidth explain={explain}>
        <TextInput label={t('email')} type="email" autoComplete="username" autoFocus {...form.getInputProps('email')} />
        <PasswordInput label={t('password')} autoComplete="current-password" {...form.getInputProps('password')} />
      </Form>
    </AuthCard>
  );
}

function explain(error: unknown) {
  if (isCode(error, 'rate_limited')) {
    const seconds = retryAfterOf(error);
    return seconds === undefined ? t('tooManyTriesLater') : t('tooManyTries', { seconds });
  }
  return isCode(error, 'invalid_credentials', 'validation_failed') ? t('wrong') : undefined;
}

/** Only a page of the console; never another site. */
function pathIn(next: string | undefined): string | undefined {
  if (next === undefined) return undefined;
  const url = new URL(next, location.origin);
  if (url.origin !== location.origin || !next.startsWith('/')) return undefined;
  const path = url.pathname.replace(/^\/user\/api(?=\/|$)/, '');
  return `/user/api${path}${url.search}`;
}
