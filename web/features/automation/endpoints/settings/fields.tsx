import { Checkbox, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';

import { ListField } from '../../../../ui/form/list-field';
import { listProps } from '../../../../ui/form/list-props';
import { checkNetwork, checkOrigin } from '../../../../ui/form/network-checks';
import { TextArea } from '../../../../ui/form/text-area';
import { hasSecret } from '../labels';
import { authOf } from './auth-draft';
import { AuthFields } from './auth-fields';
import type { SettingsDraft } from './draft';
import { t } from './texts';

type SettingsForm = UseFormReturnType<SettingsDraft>;

const OVERFLOWS = ['reject', 'truncate', 'split'] as const;
const ON_ERROR = ['reject', 'accept_and_log'] as const;
const TYPES = ['application/json', 'text/plain', 'application/xml', 'text/xml'];

export function SettingsFields({ form }: { form: SettingsForm }) {
  const { auth } = form.values;
  return (
    <>
      <TextInput label={t('name')} maxLength={100} {...form.getInputProps('name')} />
      <TextInput label={t('description')} maxLength={500} {...form.getInputProps('description')} />
      <Part title={t('authentication')}>
        <AuthFields draft={auth} propsOf={(name) => form.getInputProps(`auth.${name}`) as object} />
        {hasSecret(authOf(auth)) && (
          <TextInput
            label={t('newSecret')}
            description={t('newSecretHelp')}
            type="password"
            autoComplete="off"
            maxLength={512}
            {...form.getInputProps('secret')}
          />
        )}
        <ListField
          label={t('networks')}
          description={t('networksHelp')}
          placeholder="203.0.113.0/24"
          max={50}
          check={checkNetwork}
          {...listProps(form, 'allowed_cidrs')}
        />
        <ListField
          label={t('origins')}
          description={t('originsHelp')}
          placeholder="https://shop.example.com"
          max={20}
          check={(origin) => (origin === '*' ? undefined : checkOrigin(origin))}
          {...listProps(form, 'allowed_origins')}
        />
      </Part>
      <AcceptedPart form={form} />
      <Part title={t('duplicates')}>
        <TextArea
          label={t('dedupeKey')}
          description={t('dedupeKeyHelp')}
          className="mono-input"
          minRows={1}
          maxLength={500}
          {...form.getInputProps('dedupe_key')}
        />
        <div className="endpoint-row">
          <NumberInput label={t('dedupeHours')} min={0.02} max={168} {...form.getInputProps('dedupe_hours')} />
          <NumberInput
            label={t('contentMinutes')}
            description={t('contentMinutesHelp')}
            min={0}
            max={1440}
            {...form.getInputProps('content_minutes')}
          />
        </div>
      </Part>
      <Part title={t('publications')}>
        <div className="endpoint-row">
          <TextInput
            label={t('split')}
            description={t('splitHelp')}
            className="mono-input"
            maxLength={200}
            {...form.getInputProps('split')}
          />
          <NativeSelect
            label={t('overflow')}
            data={OVERFLOWS.map((value) => ({ value, label: t(`overflow_${value}`) }))}
            {...form.getInputProps('overflow')}
          />
        </div>
        <NumberInput label={t('expires')} min={0.02} max={720} {...form.getInputProps('expires_hours')} />
      </Part>
      <ResponsePart form={form} />
    </>
  );
}

function AcceptedPart({ form }: { form: SettingsForm }) {
  return (
    <Part title={t('accepted')}>
      <Checkbox.Group label={t('methods')} {...form.getInputProps('methods')}>
        <div className="endpoint-checks">
          {['POST', 'PUT', 'GET'].map((method) => (
            <Checkbox key={method} value={method} label={method} />
          ))}
        </div>
      </Checkbox.Group>
      <Checkbox.Group label={t('contentTypes')} {...form.getInputProps('content_types')}>
        <div className="endpoint-checks">
          <Checkbox value="application/json" label="JSON" />
          <Checkbox value="+json" label={t('otherJson')} />
          <Checkbox value="application/x-www-form-urlencoded" label={t('form')} />
          <Checkbox value="multipart/form-data" label={t('formWithFiles')} />
          <Checkbox value="text/plain" label={t('plainText')} />
        </div>
      </Checkbox.Group>
      <div className="endpoint-row">
        <NumberInput label={t('maxBody')} min={1} max={1024} {...form.getInputProps('max_kib')} />
        <NumberInput
          label={t('rateLimit')}
          min={1}
          max={6000}
          allowDecimal={false}
          {...form.getInputProps('rate_limit_per_minute')}
        />
      </div>
      <ListField
        label={t('headers')}
        description={t('headersHelp')}
        placeholder="x-shop-domain"
        max={20}
        {...listProps(form, 'allowed_headers')}
      />
    </Part>
  );
}

function ResponsePart({ form }: { form: SettingsForm }) {
  return (
    <Part title={t('response')}>
      <NativeSelect
        label={t('onError')}
        data={ON_ERROR.map((value) => ({ value, label: t(`onError_${value}`) }))}
        {...form.getInputProps('on_error')}
      />
      <div className="endpoint-row">
        <NativeSelect
          label={t('responseStatus')}
          data={['200', '201', '202', '204']}
          {...form.getInputProps('response_status')}
        />
        <NativeSelect label={t('responseType')} data={TYPES} {...form.getInputProps('response_type')} />
        <NumberInput label={t('waitMs')} min={0} max={10_000} allowDecimal={false} {...form.getInputProps('wait_ms')} />
      </div>
      <TextArea
        label={t('responseBody')}
        description={t('responseBodyHelp')}
        minRows={1}
        maxLength={1000}
        {...form.getInputProps('response_body')}
      />
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="endpoint-part">
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}
