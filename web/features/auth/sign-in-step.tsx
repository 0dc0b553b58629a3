import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';

import { account, accountClient, queryClient } from '../../trpc';
import { Form } from '../../ui/form/form';
import { isCode } from '../../ui/problem';

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
      submit="Sign in"
      fullWidth
      explain={(error) =>
        isCode(error, 'invalid_credentials', 'validation_failed') ? 'E-mail or password is wrong.' : undefined
      }
      actions={
        <Button variant="subtle" fullWidth onClick={onBack}>
          I am new here
        </Button>
      }
    >
      <TextInput label="E-mail" type="email" autoComplete="username" autoFocus {...form.getInputProps('email')} />
      <PasswordInput label="Password" autoComplete="current-password" {...form.getInputProps('password')} />
    </Form>
  );
}
