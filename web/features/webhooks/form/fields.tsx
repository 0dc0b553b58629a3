import { NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';

import { withScheme } from '../../../ui/form/address';
import { Note } from '../../../ui/tag';
import { RETRY_PRESETS } from '../labels';
import { faultInUrl, type WebhookDraft } from './draft';
import { EventPicker } from './event-picker';
import { PairsField } from './pairs-field';
import { SelectorFields } from './selector-fields';

import '../webhooks.css';

type WebhookForm = UseFormReturnType<WebhookDraft>;

export function MainFields({ form }: { form: WebhookForm }) {
  const { url, events } = form.values;
  return (
    <>
      <TextInput
        label="URL"
        description="A public https address. switchboard://inbox is the built-in receiver."
        placeholder="https://hooks.example.com/switchboard"
        type="text"
        inputMode="url"
        spellCheck={false}
        autoComplete="off"
        maxLength={2048}
        data-autofocus
        {...form.getInputProps('url')}
        // On blur: while it is typed it is never complete.
        onBlur={() => {
          const fault = url === '' ? undefined : faultInUrl(withScheme(url));
          if (fault !== undefined) form.setFieldError('url', fault);
          else if (url !== withScheme(url)) form.setFieldValue('url', withScheme(url));
        }}
      />
      {/^http:\/\//i.test(url) && (
        <Note tone="warning">Plain http is refused unless the operator of this installation allowed it.</Note>
      )}
      {/\/webhook-test\//.test(url) && (
        <Note tone="warning">This is a test address of n8n: it listens only while the editor is open.</Note>
      )}
      <TextInput
        label="Name"
        description="For lists. Empty for the host of the URL."
        placeholder="Billing"
        maxLength={80}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <EventPicker
        value={events}
        error={form.errors['events']}
        onChange={(next) => {
          form.setFieldValue('events', next);
          form.clearFieldError('events');
        }}
      />
      <SelectorFields
        events={events}
        selectors={form.values.selectors}
        errorOf={(name) => form.errors[`selectors.${name}`]}
        onChange={(name, lines) => {
          form.setFieldValue(`selectors.${name}`, lines);
          form.clearFieldError(`selectors.${name}`);
        }}
      />
    </>
  );
}

const OF_MORE = ['retry', 'headers', 'metadata', 'timeout', 'max_in', 'rate_limit', 'expires', 'description'];

export function MoreFields({ form, isOpen: isOpenFirst = false }: { form: WebhookForm; isOpen?: boolean }) {
  const [isUnfolded, setIsUnfolded] = useState(isOpenFirst);
  const isOpen = isUnfolded || Object.keys(form.errors).some((name) => OF_MORE.some((start) => name.startsWith(start)));
  const { retry, headers, metadata } = form.values;
  return (
    <div>
      <button
        type="button"
        className="bare webhooks-more"
        aria-expanded={isOpen}
        onClick={() => setIsUnfolded(!isOpen)}
      >
        <IconChevronDown size={15} aria-hidden /> Retries, headers and limits
      </button>
      <div className="webhooks-advanced" hidden={!isOpen}>
        <NativeSelect
          label="Retries"
          description="What happens when the receiver does not answer with 2xx."
          data={RETRY_PRESETS.map((one) => ({ ...one }))}
          {...form.getInputProps('retry.preset')}
        />
        {retry.preset === 'own' && (
          <TextInput
            label="Delays"
            description="Seconds between the attempts, after the first at once. At most 15, a week in all."
            placeholder="5, 60, 600"
            {...form.getInputProps('retry.delays_seconds')}
            error={form.errors['retry.delays_seconds'] ?? form.errors['retry']}
          />
        )}
        <PairsField
          title="Headers"
          what="header"
          description="Sent with every request. The values are stored sealed and never shown again."
          isSecret
          value={headers}
          error={form.errors['headers']}
          onChange={(next) => form.setFieldValue('headers', next)}
        />
        <div className="webhooks-limits">
          <NumberInput
            label="Timeout, seconds"
            description="5 to 30."
            min={5}
            max={30}
            allowDecimal={false}
            hideControls
            {...form.getInputProps('timeout_seconds')}
          />
          <NumberInput
            label="At a time"
            description="Requests, 1 to 32."
            min={1}
            max={32}
            allowDecimal={false}
            hideControls
            {...form.getInputProps('max_in_flight')}
          />
          <NumberInput
            label="A second"
            description="Empty for no limit."
            min={1}
            max={1000}
            allowDecimal={false}
            hideControls
            {...form.getInputProps('rate_limit_per_second')}
          />
        </div>
        <TextInput
          label="Expires"
          description="It is disabled then. Empty for never."
          type="datetime-local"
          {...form.getInputProps('expires_at')}
        />
        <Textarea label="Description" maxLength={500} autosize minRows={1} {...form.getInputProps('description')} />
        <PairsField
          title="Metadata"
          what="pair"
          description="Your own pairs, returned by the API and not sent."
          value={metadata}
          error={form.errors['metadata']}
          onChange={(next) => form.setFieldValue('metadata', next)}
        />
      </div>
    </div>
  );
}
