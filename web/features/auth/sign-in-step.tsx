import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';

import { account, accountClient, queryClient } from '../../trpc';
import { Form } from '../../ui/form/form';
import { isCode } from '../../ui/problem';
import { t } from './texts';

export function SignInStep({ onBack }: { onBack: () => void }) {
  const form = useForm({ initialValues: { email: '', password: '' } });
  const send = async (values: typeof form.values) => {
    await accountClient.auth.sign_in.mutate(values);
    await queryClient.resetQueries({ queryKey: account.account.get.queryKey() });
  };
  return (
    <Form
      form={form}
      onSubmit={send}
      submit={t('signIn')}
      fullWidth
      explain={(error) => (isCode(error, 'invalid_credentials', 'validation_failed') ? t('wrong') : undefined)}
      actions={
        <Button variant="subtle" fullWidth onClick={onBack}>
          {t('noAccount')}
        </Button>
      }
    >
      <TextInput label={t('email')} type="email" autoComplete="username" autoFocus {...form.getInputProps('email')} />
      <PasswordInput label={t('password')} autoComplete="current-password" {...form.getInputProps('password')} />
    </Form>
  );
}
