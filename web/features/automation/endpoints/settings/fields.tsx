import { Checkbox, NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';

import { hasSecret } from '../labels';
import { authOf } from './auth-draft';
import { AuthFields } from './auth-fields';
import type { SettingsDraft } from './draft';

type SettingsForm = UseFormReturnType<SettingsDraft>;

const OVERFLOWS = [
  { value: 'reject', label: 'Refuse it' },
  { value: 'truncate', label: 'Cut it' },
  { value: 'split', label: 'Split it, into at most ten' },
];
const ON_ERROR = [
  { value: 'reject', label: 'Refuse: the sender may try again' },
  { value: 'accept_and_log', label: 'Answer 2xx and log it: for senders that disable failing hooks' },
];
const TYPES = ['application/json', 'text/plain', 'application/xml', 'text/xml'];

export function SettingsFields({ form }: { form: SettingsForm }) {
  const { auth } = form.values;
  return (
    <>
      <TextInput label="Name" maxLength={100} {...form.getInputProps('name')} />
      <TextInput label="Description" maxLength={500} {...form.getInputProps('description')} />
      <Part title="Who may send">
        <AuthFields draft={auth} propsOf={(name) => form.getInputProps(`auth.${name}`) as object} />
        {hasSecret(authOf(auth)) && (
          <TextInput
            label="New secret"
            description="Left empty, it stays. It replaces the old one at once; “New secret” on the overview keeps both for a while."
            type="password"
            autoComplete="off"
            maxLength={512}
            {...form.getInputProps('secret')}
          />
        )}
        <Textarea
          label="Networks"
          description="Addresses or networks such as 203.0.113.0/24, one a line; empty for any."
          autosize
          minRows={1}
          {...form.getInputProps('allowed_cidrs')}
        />
        <Textarea
          label="Web pages"
          description="Origins that browsers may send from, one a line, or * for any; empty for none."
          autosize
          minRows={1}
          {...form.getInputProps('allowed_origins')}
        />
      </Part>
      <Part title="What is taken">
        <Checkbox.Group label="Methods" {...form.getInputProps('methods')}>
          <div className="endpoint-checks">
            {['POST', 'PUT', 'GET'].map((method) => (
              <Checkbox key={method} value={method} label={method} />
            ))}
          </div>
        </Checkbox.Group>
        <Checkbox.Group label="Media types" {...form.getInputProps('content_types')}>
          <div className="endpoint-checks">
            <Checkbox value="application/json" label="JSON" />
            <Checkbox value="+json" label="Other JSON (+json)" />
            <Checkbox value="application/x-www-form-urlencoded" label="Form" />
            <Checkbox value="multipart/form-data" label="Form with files" />
            <Checkbox value="text/plain" label="Plain text" />
          </div>
        </Checkbox.Group>
        <div className="endpoint-row">
          <NumberInput label="Largest body, in KiB" min={1} max={1024} {...form.getInputProps('max_kib')} />
          <NumberInput
            label="Most requests a minute"
            min={1}
            max={6000}
            allowDecimal={false}
            {...form.getInputProps('rate_limit_per_minute')}
          />
        </div>
        <Textarea
          label="Headers for the mapping"
          description="Further headers that templates see, one a line. Credentials are never among them."
          autosize
          minRows={1}
          {...form.getInputProps('allowed_headers')}
        />
      </Part>
      <Part title="Repeats">
        <Textarea
          label="A repeat has the same"
          description="A template; empty for the header Idempotency-Key alone."
          className="mono-input"
          autosize
          minRows={1}
          maxLength={500}
          {...form.getInputProps('dedupe_key')}
        />
        <div className="endpoint-row">
          <NumberInput label="Known for, in hours" min={0.02} max={168} {...form.getInputProps('dedupe_hours')} />
          <NumberInput
            label="Same body counts too for, in minutes"
            description="0 for not at all."
            min={0}
            max={1440}
            {...form.getInputProps('content_minutes')}
          />
        </div>
      </Part>
      <Part title="Publications">
        <div className="endpoint-row">
          <TextInput
            label="One for each item of"
            description="A path of the body, such as orders."
            className="mono-input"
            maxLength={200}
            {...form.getInputProps('split')}
          />
          <NativeSelect label="A text that is too long" data={OVERFLOWS} {...form.getInputProps('overflow')} />
        </div>
        <NumberInput label="Given up after, in hours" min={0.02} max={720} {...form.getInputProps('expires_hours')} />
      </Part>
      <Part title="The answer">
        <NativeSelect label="When the mapping fails" data={ON_ERROR} {...form.getInputProps('on_error')} />
        <div className="endpoint-row">
          <NativeSelect label="Status" data={['200', '201', '202', '204']} {...form.getInputProps('response_status')} />
          <NativeSelect label="Type" data={TYPES} {...form.getInputProps('response_type')} />
          <NumberInput
            label="Wait for deliveries, in ms"
            min={0}
            max={10_000}
            allowDecimal={false}
            {...form.getInputProps('wait_ms')}
          />
        </div>
        <Textarea
          label="Body"
          description="Empty for what came of the request, as JSON."
          autosize
          minRows={1}
          maxLength={1000}
          {...form.getInputProps('response_body')}
        />
      </Part>
    </>
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
