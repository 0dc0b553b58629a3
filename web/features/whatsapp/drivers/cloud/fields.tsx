import { PasswordInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';

import { DetailList } from '../../../../ui/detail/detail-list';
import type { CloudDraft } from './draft';
import { t } from './texts';

interface FieldsProps {
  form: UseFormReturnType<CloudDraft>;
}

const plain = { autoComplete: 'off', spellCheck: false, autoCapitalize: 'off' } as const;

export function NumberFields({ form }: FieldsProps) {
  return (
    <>
      <TextInput
        label={t('name')}
        description={t('nameHelp')}
        placeholder={t('nameExample')}
        maxLength={64}
        {...plain}
        {...form.getInputProps('name')}
      />
      <TextInput
        label={t('phoneNumberId')}
        description={t('phoneNumberIdHelp')}
        placeholder="106540352242922"
        inputMode="numeric"
        maxLength={32}
        {...plain}
        {...form.getInputProps('cloud.phone_number_id')}
      />
      <TextInput
        label={t('accountId')}
        description={t('accountIdHelp')}
        placeholder="102290129340398"
        inputMode="numeric"
        maxLength={32}
        {...plain}
        {...form.getInputProps('cloud.waba_id')}
      />
    </>
  );
}

export function CredentialFields({ form }: FieldsProps) {
  return (
    <>
      <PasswordInput
        label={t('accessToken')}
        description={t('accessTokenHelp')}
        maxLength={2048}
        {...plain}
        visibilityToggleButtonProps={{ 'aria-label': t('toggleAccessToken') }}
        {...form.getInputProps('cloud.access_token')}
      />
      <PasswordInput
        label={t('appSecret')}
        description={t('appSecretHelp')}
        maxLength={256}
        {...plain}
        visibilityToggleButtonProps={{ 'aria-label': t('toggleAppSecret') }}
        {...form.getInputProps('cloud.app_secret')}
      />
      <p className="wa-text dimmed">{t('sealed')}</p>
    </>
  );
}

export function CheckStep({ form }: FieldsProps) {
  const { name, cloud } = form.values;
  return (
    <>
      <DetailList>
        <dt>{t('name')}</dt>
        <dd>{name}</dd>
        <dt>{t('phoneNumberId')}</dt>
        <dd className="mono">{cloud.phone_number_id}</dd>
        <dt>{t('account')}</dt>
        <dd>{cloud.waba_id === '' ? t('noAccount') : <span className="mono">{cloud.waba_id}</span>}</dd>
        <dt>{t('accessToken')}</dt>
        <dd>{t('characters', { count: cloud.access_token.length })}</dd>
        <dt>{t('appSecret')}</dt>
        <dd>{t('characters', { count: cloud.app_secret.length })}</dd>
      </DetailList>
      <TextInput
        label={t('verifyToken')}
        description={t('verifyTokenHelp')}
        maxLength={256}
        {...plain}
        {...form.getInputProps('cloud.verify_token')}
      />
      <p className="wa-text dimmed">{t('checkHelp')}</p>
    </>
  );
}
