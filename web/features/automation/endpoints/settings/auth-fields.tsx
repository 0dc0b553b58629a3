import { NativeSelect, NumberInput, TextInput } from '@mantine/core';

import { presetName } from '../labels';
import type { AuthDraft } from './auth-draft';
import { t } from './texts';

const MODES = ['url_token', 'signature', 'header', 'basic', 'api_key'] as const;
const SCHEMES = ['github', 'gitlab', 'stripe', 'shopify', 'woocommerce', 'standard_webhooks', 'generic_hmac'] as const;
const UNITS = ['s', 'ms'] as const;
const PLACEHOLDERS = '{id} {timestamp} {body} {method} {url}';

type PropsOf = (name: keyof AuthDraft) => object;

interface AuthFieldsProps {
  draft: AuthDraft;
  propsOf: PropsOf;
}

export function AuthFields({ draft, propsOf }: AuthFieldsProps) {
  return (
    <>
      <NativeSelect
        label={t('authMode')}
        description={t('authModeHelp')}
        data={MODES.map((value) => ({ value, label: t(`mode_${value}`) }))}
        {...propsOf('mode')}
      />
      {draft.mode === 'header' && (
        <TextInput label={t('headerName')} maxLength={64} spellCheck={false} {...propsOf('header')} />
      )}
      {draft.mode === 'basic' && (
        <TextInput label={t('username')} maxLength={100} spellCheck={false} {...propsOf('username')} />
      )}
      {draft.mode === 'signature' && (
        <NativeSelect
          label={t('scheme')}
          data={SCHEMES.map((value) => ({ value, label: presetName(value) }))}
          {...propsOf('scheme')}
        />
      )}
      {draft.mode === 'signature' && draft.scheme === 'generic_hmac' && <HmacFields propsOf={propsOf} />}
    </>
  );
}

function HmacFields({ propsOf }: { propsOf: PropsOf }) {
  return (
    <fieldset className="endpoint-part">
      <legend>{t('signature')}</legend>
      <div className="endpoint-row">
        <TextInput label={t('signatureHeader')} maxLength={64} spellCheck={false} {...propsOf('header')} />
        <TextInput label={t('prefix')} placeholder="sha256=" maxLength={32} spellCheck={false} {...propsOf('prefix')} />
      </div>
      <div className="endpoint-row">
        <NativeSelect label={t('algorithm')} data={['sha256', 'sha512', 'sha1']} {...propsOf('algorithm')} />
        <NativeSelect label={t('encoding')} data={['hex', 'base64', 'base64url']} {...propsOf('encoding')} />
        <NativeSelect label={t('secretEncoding')} data={['utf8', 'hex', 'base64']} {...propsOf('secret_encoding')} />
      </div>
      <TextInput
        label={t('signed')}
        description={t('signedHelp', { placeholders: PLACEHOLDERS })}
        maxLength={200}
        spellCheck={false}
        {...propsOf('signed')}
      />
      <div className="endpoint-row">
        <TextInput
          label={t('timestampHeader')}
          placeholder={t('none')}
          maxLength={64}
          {...propsOf('timestamp_header')}
        />
        <NativeSelect
          label={t('timestampUnit')}
          data={UNITS.map((value) => ({ value, label: t(`unit_${value}`) }))}
          {...propsOf('timestamp_unit')}
        />
        <NumberInput label={t('tolerance')} min={0} max={3600} allowDecimal={false} {...propsOf('tolerance_seconds')} />
      </div>
      <TextInput label={t('idHeader')} placeholder={t('none')} maxLength={64} {...propsOf('id_header')} />
    </fieldset>
  );
}
