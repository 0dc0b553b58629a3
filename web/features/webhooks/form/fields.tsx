import { NativeSelect, NumberInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';

import { withScheme } from '../../../ui/form/address';
import { listProps } from '../../../ui/form/list-props';
import { TextArea } from '../../../ui/form/text-area';
import { Note } from '../../../ui/tag';
import { faultInUrl, type WebhookDraft } from './draft';
import { EventPicker } from './event-picker';
import { PairsField } from './pairs-field';
import { retryOptions } from './retry';
import { SelectorFields } from './selector-fields';
import { t } from './texts';

import '../webhooks.css';

type WebhookForm = UseFormReturnType<WebhookDraft>;

export function MainFields({ form }: { form: WebhookForm }) {
  const { url, events } = form.values;
  return (
    <>
      <TextInput
        label={t('url')}
        description={t('urlHelp')}
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
      {/^http:\/\//i.test(url) && <Note tone="warning">{t('httpNote')}</Note>}
      {/\/webhook-test\//.test(url) && <Note tone="warning">{t('n8nTestNote')}</Note>}
      <TextInput
        label={t('name')}
        description={t('nameHelp')}
        placeholder={t('nameExample')}
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
        propsOf={(name) => listProps(form, `selectors.${name}`)}
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
        <IconChevronDown size={15} aria-hidden /> {t('more')}
      </button>
      <div className="webhooks-advanced" hidden={!isOpen}>
        <NativeSelect
          label={t('retries')}
          description={t('retriesHelp')}
          data={retryOptions()}
          {...form.getInputProps('retry.preset')}
        />
        {retry.preset === 'own' && (
          <TextInput
            label={t('delays')}
            description={t('delaysHelp')}
            placeholder="5, 60, 600"
            {...form.getInputProps('retry.delays_seconds')}
            error={form.errors['retry.delays_seconds'] ?? form.errors['retry']}
          />
        )}
        <PairsField
          title={t('headers')}
          what={t('header')}
          description={t('headersHelp')}
          isSecret
          value={headers}
          error={form.errors['headers']}
          onChange={(next) => form.setFieldValue('headers', next)}
        />
        <div className="webhooks-limits">
          <NumberInput
            label={t('timeout')}
            description={t('timeoutHelp')}
            min={5}
            max={30}
            allowDecimal={false}
            hideControls
            {...form.getInputProps('timeout_seconds')}
          />
          <NumberInput
            label={t('concurrency')}
            description={t('concurrencyHelp')}
            min={1}
            max={32}
            allowDecimal={false}
            hideControls
            {...form.getInputProps('max_in_flight')}
          />
          <NumberInput
            label={t('rateLimit')}
            description={t('rateLimitHelp')}
            min={1}
            max={1000}
            allowDecimal={false}
            hideControls
            {...form.getInputProps('rate_limit_per_second')}
          />
        </div>
        <TextInput
          label={t('expires')}
          description={t('expiresHelp')}
          type="datetime-local"
          {...form.getInputProps('expires_at')}
        />
        <TextArea label={t('description')} maxLength={500} minRows={1} {...form.getInputProps('description')} />
        <PairsField
          title={t('metadata')}
          what={t('pair')}
          description={t('metadataHelp')}
          value={metadata}
          error={form.errors['metadata']}
          onChange={(next) => form.setFieldValue('metadata', next)}
        />
      </div>
    </div>
  );
}
