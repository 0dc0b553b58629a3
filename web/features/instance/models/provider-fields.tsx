import {
  Checkbox,
  Collapse,
  MultiSelect,
  NumberInput,
  PasswordInput,
  Select,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';

import { AI_ENDPOINT_NAMES, AI_ENDPOINTS } from '../../../../shared/ai/endpoints';
import { Note } from '../../../ui/tag';
import type { ProviderDraft } from './provider-draft';
import { isOtherHost, type Provider } from './provider-labels';
import { SecretChoiceField } from './secret-choice';
import { WorkspacesField } from './workspaces-field';

interface FieldsProps {
  form: UseFormReturnType<ProviderDraft>;
  of?: Provider | undefined;
}

const LIST = { autosize: true, minRows: 2, maxRows: 10, spellCheck: false } as const;
const APIS = [
  { value: 'openai_compatible', label: 'OpenAI-compatible' },
  { value: 'anthropic', label: 'Anthropic' },
];
const ENDPOINTS = AI_ENDPOINT_NAMES.map((name) => ({ value: name, label: AI_ENDPOINTS[name] }));
const FOLDED = [
  'headers',
  'include',
  'exclude',
  'endpoints',
  'models',
  'timeout_ms',
  'max_concurrency',
  'workspaces',
  'location',
] as const;

export function MainFields({ form, of }: FieldsProps) {
  const isMoved = of !== undefined && isOtherHost(of.base_url, form.values.base_url);
  const holdsSecret = of !== undefined && (of.key_hint !== null || of.header_names.length > 0);
  return (
    <>
      <TextInput
        label="Name"
        data-autofocus
        placeholder="Ollama (office)"
        maxLength={100}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <TextInput
        label="Slug"
        description={
          of
            ? 'It is part of the ids of its models, so it stays.'
            : 'First part of the ids of its models: slug/model. It cannot be changed later.'
        }
        placeholder="ollama"
        maxLength={32}
        autoComplete="off"
        spellCheck={false}
        readOnly={of !== undefined}
        {...form.getInputProps('slug')}
      />
      <Select
        label="API"
        description="The format of its API. Calls in the other formats are converted."
        allowDeselect={false}
        data={APIS}
        {...form.getInputProps('type')}
      />
      <TextInput
        label="Base URL"
        description="Where its API begins. It often ends with /v1."
        placeholder="http://ollama.lan:11434/v1"
        type="url"
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('base_url')}
      />
      {isMoved && holdsSecret && (
        <Note tone="warning">
          This address leads to another server. A kept key or header goes only where it went before, so give{' '}
          {of.key_hint !== null && of.header_names.length > 0
            ? 'key and headers'
            : of.key_hint === null
              ? 'the headers'
              : 'the key'}{' '}
          again.
        </Note>
      )}
      <SecretChoiceField
        label="API key"
        kept={of?.key_hint ? `…${of.key_hint}` : undefined}
        value={form.values.key_choice}
        onChange={(next) => form.setFieldValue('key_choice', next)}
        error={form.errors['api_key']}
      >
        <PasswordInput
          label={of?.key_hint ? 'New API key' : 'API key'}
          description="Sealed at rest and never shown again but for its last four characters. Empty if it needs none."
          autoComplete="off"
          {...form.getInputProps('api_key')}
        />
      </SecretChoiceField>
    </>
  );
}

export function MoreFields({ form, of }: FieldsProps) {
  const [isUnfolded, setIsUnfolded] = useState(of !== undefined);
  const isOpen = isUnfolded || FOLDED.some((name) => form.errors[name]);
  return (
    <div>
      <button
        type="button"
        className="bare instance-fold"
        aria-expanded={isOpen}
        onClick={() => setIsUnfolded(!isOpen)}
      >
        <IconChevronDown size={15} aria-hidden /> Models, workspaces and limits
      </button>
      <Collapse expanded={isOpen}>
        <div className="instance-more">
          <Checkbox
            label="Enabled"
            description="Off: its models leave every list."
            {...form.getInputProps('enabled', { type: 'checkbox' })}
          />
          <Checkbox
            label="Ask it for its models"
            description="Every five minutes. Off: only the models written below."
            {...form.getInputProps('discover', { type: 'checkbox' })}
          />
          <Textarea
            label="Offer"
            description="Ids at the provider, one a line, with * and ?. Empty for all."
            {...LIST}
            {...form.getInputProps('include')}
          />
          <Textarea
            label="Do not offer"
            description="Ids at the provider, one a line, with * and ?."
            {...LIST}
            {...form.getInputProps('exclude')}
          />
          <MultiSelect
            label="Endpoints"
            description="Endpoints that it offers itself. Calls of others are converted where possible. None chosen: the usual ones of its API."
            placeholder={form.values.endpoints.length === 0 ? 'The usual ones' : ''}
            hidePickedOptions
            data={ENDPOINTS}
            {...form.getInputProps('endpoints')}
          />
          <Textarea
            label="Own models"
            description={
              'Models to offer in any case, one per line: an id, or JSON such as {"id":"qwen3:32b","context_length":32768,"pricing":{"prompt":"0.000001","completion":"0.000002","input_cache_read":"0.0000001"}}.'
            }
            {...LIST}
            {...form.getInputProps('models')}
          />
          <WorkspacesField
            value={form.values.workspaces}
            onChange={(ids) => form.setFieldValue('workspaces', ids)}
            error={form.errors['workspaces']}
          />
          <Select
            label="Runs"
            allowDeselect={false}
            data={[
              { value: '', label: 'As its address tells' },
              { value: 'local', label: 'Local' },
              { value: 'cloud', label: 'Cloud' },
            ]}
            {...form.getInputProps('location')}
          />
          <SecretChoiceField
            label="Headers"
            kept={of && of.header_names.length > 0 ? of.header_names.join(', ') : undefined}
            value={form.values.headers_choice}
            onChange={(next) => form.setFieldValue('headers_choice', next)}
            error={form.errors['headers']}
          >
            <Textarea
              label={of && of.header_names.length > 0 ? 'New headers' : 'Headers'}
              description="Sent along, one a line as name: value. Their values are not shown again."
              placeholder="x-team: support"
              {...LIST}
              {...form.getInputProps('headers')}
            />
          </SecretChoiceField>
          <NumberInput
            label="Timeout for the list (ms)"
            min={500}
            max={30_000}
            allowDecimal={false}
            hideControls
            {...form.getInputProps('timeout_ms')}
          />
          <NumberInput
            label="Requests at once"
            min={1}
            max={1024}
            allowDecimal={false}
            hideControls
            {...form.getInputProps('max_concurrency')}
          />
        </div>
      </Collapse>
    </div>
  );
}
