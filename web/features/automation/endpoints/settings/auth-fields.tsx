import { NativeSelect, NumberInput, TextInput } from '@mantine/core';

import { PRESET_NAMES } from '../labels';
import type { AuthDraft } from './auth-draft';

const MODES = [
  { value: 'url_token', label: 'A token in the address' },
  { value: 'signature', label: 'A signature of the body' },
  { value: 'header', label: 'A secret in a header' },
  { value: 'basic', label: 'User name and password' },
  { value: 'api_key', label: 'An API key alone' },
];
const SCHEMES = (
  ['github', 'gitlab', 'stripe', 'shopify', 'woocommerce', 'standard_webhooks', 'generic_hmac'] as const
).map((value) => ({ value, label: PRESET_NAMES[value] }));

type PropsOf = (name: keyof AuthDraft) => object;

interface AuthFieldsProps {
  draft: AuthDraft;
  propsOf: PropsOf;
}

export function AuthFields({ draft, propsOf }: AuthFieldsProps) {
  return (
    <>
      <NativeSelect
        label="Senders prove themselves by"
        description="A key with the scope automation.inbound:publish works beside each of them."
        data={MODES}
        {...propsOf('mode')}
      />
      {draft.mode === 'header' && (
        <TextInput label="Name of the header" maxLength={64} spellCheck={false} {...propsOf('header')} />
      )}
      {draft.mode === 'basic' && (
        <TextInput label="User name" maxLength={100} spellCheck={false} {...propsOf('username')} />
      )}
      {draft.mode === 'signature' && <NativeSelect label="Signed the way of" data={SCHEMES} {...propsOf('scheme')} />}
      {draft.mode === 'signature' && draft.scheme === 'generic_hmac' && <HmacFields propsOf={propsOf} />}
    </>
  );
}

function HmacFields({ propsOf }: { propsOf: PropsOf }) {
  return (
    <fieldset className="endpoint-part">
      <legend>The signature</legend>
      <div className="endpoint-row">
        <TextInput label="Header of the signature" maxLength={64} spellCheck={false} {...propsOf('header')} />
        <TextInput
          label="Text before it"
          placeholder="sha256="
          maxLength={32}
          spellCheck={false}
          {...propsOf('prefix')}
        />
      </div>
      <div className="endpoint-row">
        <NativeSelect label="Hash" data={['sha256', 'sha512', 'sha1']} {...propsOf('algorithm')} />
        <NativeSelect label="Written as" data={['hex', 'base64', 'base64url']} {...propsOf('encoding')} />
        <NativeSelect label="The secret is" data={['utf8', 'hex', 'base64']} {...propsOf('secret_encoding')} />
      </div>
      <TextInput
        label="What is signed"
        description="body, or text with {id} {timestamp} {body} {method} {url}"
        maxLength={200}
        spellCheck={false}
        {...propsOf('signed')}
      />
      <div className="endpoint-row">
        <TextInput label="Header of the time" placeholder="None" maxLength={64} {...propsOf('timestamp_header')} />
        <NativeSelect
          label="Its unit"
          data={[
            { value: 's', label: 'Seconds' },
            { value: 'ms', label: 'Milliseconds' },
          ]}
          {...propsOf('timestamp_unit')}
        />
        <NumberInput
          label="May differ by, in seconds"
          min={0}
          max={3600}
          allowDecimal={false}
          {...propsOf('tolerance_seconds')}
        />
      </div>
      <TextInput label="Header of the delivery’s id" placeholder="None" maxLength={64} {...propsOf('id_header')} />
    </fieldset>
  );
}
