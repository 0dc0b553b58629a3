import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';

import { accountClient, queryClient } from '../../trpc';
import { Form } from '../../ui/form/form';
import { isCode } from '../../ui/problem';
import { toast } from '../../ui/toast/toast';
import { InvalidLink, AuthCard } from './auth-card';
import { useFragmentToken } from './fragment';
import { NewPassword } from './password-field';
import { t } from './texts';

export function ResetPage() {
  const token = useFragmentToken();
  const navigate = useNavigate();
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (value) => (value === '' ? t('passwordMissing') : null) },
  });

  if (token === undefined) {
    return <InvalidLink title={t('resetTitle')}>{t('deadReset')}</InvalidLink>;
  }

  const send = async ({ password }: typeof form.values) => {
    await accountClient.auth.password.reset.mutate({ token, password });
    queryClient.clear();
    toast(t('passwordSet'));
    await navigate({ to: '/sign-in' });
  };

  return (
    <AuthCard title={t('resetTitle')} lead={t('resetLead')}>
      <Form
        form={form}
        onSubmit={send}
        submit={t('setPassword')}
        fullWidth
        explain={(error) =>
          isCode(error, 'validation_failed', 'not_found', 'invalid_credentials') ? t('deadReset') : undefined
        }
      >
        <NewPassword form={form} label={t('newPassword')} known={[location.hostname]} />
      </Form>
    </AuthCard>
  );
}
