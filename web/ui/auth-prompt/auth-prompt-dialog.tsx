import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';

import { account, accountClient, queryClient } from '../../trpc';
import { Dialog } from '../dialog/dialog';
import { Form } from '../form/form';
import { isCode, errorText } from '../problem';
import type { AuthPrompt } from './prompt';
import { t } from './texts';

const TITLES = { sign_in: 'signInTitle', password: 'passwordTitle' } as const;
const TEXTS = { sign_in: 'signInText', password: 'passwordText' } as const;

interface QuestionDialogProps {
  question: AuthPrompt;
  onSettled: (done: boolean) => void;
}

export function AuthPromptDialog({ question, onSettled }: QuestionDialogProps) {
  const known = queryClient.getQueryData(account.account.get.queryKey())?.user;
  const form = useForm({ initialValues: { email: known?.email ?? '', password: '' } });

  const stepUp = async (password: string): Promise<boolean> => {
    try {
      await accountClient.auth.step_up.mutate({ password });
      return true;
    } catch (error) {
      // The session ended while the dialog was open: the same password opens a new one.
      if (known && isCode(error, 'session_required')) return false;
      throw error;
    }
  };

  const send = async ({ email, password }: { email: string; password: string }) => {
    if (question === 'password' && (await stepUp(password))) return onSettled(true);
    const { user } = await accountClient.auth.sign_in.mutate({ email, password });
    // Another person must not see what the page shows.
    if (known && user.id !== known.id) return location.assign('/user/api');
    void queryClient.invalidateQueries({ predicate: (query) => query.state.status === 'error' });
    onSettled(true);
  };

  return (
    <Dialog title={t(TITLES[question])} size={420} onClose={() => onSettled(false)}>
      <div className="dimmed" style={{ fontSize: 13 }}>
        {t(TEXTS[question])}
      </div>
      <Form
        form={form}
        onSubmit={send}
        submit={t(question === 'password' ? 'confirm' : 'signIn')}
        explain={(error) => {
          if (!isCode(error, 'invalid_credentials')) return undefined;
          return question === 'password' ? t('wrongPassword') : errorText(error);
        }}
        actions={
          <Button variant="default" onClick={() => onSettled(false)}>
            {t('cancel')}
          </Button>
        }
      >
        <TextInput
          label={t('email')}
          type="email"
          autoComplete="username"
          readOnly={known !== undefined}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={t('password')}
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps('password')}
        />
      </Form>
    </Dialog>
  );
}
