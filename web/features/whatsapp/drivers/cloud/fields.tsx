import { PasswordInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';

import { DetailList } from '../../../../ui/detail/detail-list';
import type { CloudDraft } from './draft';

interface FieldsProps {
  form: UseFormReturnType<CloudDraft>;
}

const plain = { autoComplete: 'off', spellCheck: false, autoCapitalize: 'off' } as const;

export function NumberFields({ form }: FieldsProps) {
  return (
    <>
      <TextInput
        label="Name"
        description="Your own, unique in the workspace."
        placeholder="Support"
        maxLength={64}
        {...plain}
        {...form.getInputProps('name')}
      />
      <TextInput
        label="Phone number id"
        description="In the app at Meta under WhatsApp › API Setup. It is not the number itself."
        placeholder="106540352242922"
        inputMode="numeric"
        maxLength={32}
        {...plain}
        {...form.getInputProps('cloud.phone_number_id')}
      />
      <TextInput
        label="WhatsApp business account id"
        description="On the same page; optional, but templates need it."
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
        label="Access token"
        description="Of a system user, with whatsapp_business_messaging and whatsapp_business_management. The one of API Setup ends after a day."
        maxLength={2048}
        {...plain}
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the access token' }}
        {...form.getInputProps('cloud.access_token')}
      />
      <PasswordInput
        label="App secret"
        description="In the app at Meta under App settings › Basic. What Meta sends is checked with it."
        maxLength={256}
        {...plain}
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the app secret' }}
        {...form.getInputProps('cloud.app_secret')}
      />
      <p className="wa-text dimmed">Both are sealed when they are stored, and never shown again.</p>
    </>
  );
}

export function CheckStep({ form }: FieldsProps) {
  const { name, cloud } = form.values;
  return (
    <>
      <DetailList>
        <dt>Name</dt>
        <dd>{name}</dd>
        <dt>Phone number id</dt>
        <dd className="mono">{cloud.phone_number_id}</dd>
        <dt>Business account</dt>
        <dd>{cloud.waba_id === '' ? 'None: no templates' : <span className="mono">{cloud.waba_id}</span>}</dd>
        <dt>Access token</dt>
        <dd>{cloud.access_token.length} characters</dd>
        <dt>App secret</dt>
        <dd>{cloud.app_secret.length} characters</dd>
      </DetailList>
      <TextInput
        label="Verify token"
        description="Meta repeats it when it verifies the webhook. Made up here; any other text without spaces will do."
        maxLength={256}
        {...plain}
        {...form.getInputProps('cloud.verify_token')}
      />
      <p className="wa-text dimmed">
        The credentials are tried at Meta when the instance is made. A verify token belongs to the app: instances of the
        same app share it.
      </p>
    </>
  );
}
