import { Checkbox, Collapse, NumberInput, PasswordInput, Select, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';

import { AI_ENDPOINT_NAMES, AI_ENDPOINTS } from '../../../../shared/ai/endpoints';
import { ListField } from '../../../ui/form/list-field';
import { MultiSelectField } from '../../../ui/form/multi-select-field';
import { Note } from '../../../ui/tag';
import type { ProviderDraft } from './provider-draft';
import { isOtherHost, type Provider } from './provider-labels';
import { SecretChoiceField } from './secret-choice';
import { t } from './texts';
import { WorkspacesField } from './workspaces-field';

interface FieldsProps {
  form: UseFormReturnType<ProviderDraft>;
  of?: Provider | undefined;
}

const MODEL_EXAMPLE =
  '{"id":"qwen3:32b","context_length":32768,"pricing":{"prompt":"0.000001","completion":"0.000002","input_cache_read":"0.0000001"}}';
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
  const again = of?.key_hint && of.header_names.length > 0 ? 'enterBoth' : of?.key_hint ? 'enterKey' : 'enterHeaders';
  return (
    <>
      <TextInput
        label={t('name')}
        data-autofocus
        placeholder={t('nameExample')}
        maxLength={100}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <TextInput
        label={t('slug')}
        description={t(of ? 'slugFixed' : 'slugHelp')}
        placeholder="ollama"
        maxLength={32}
        autoComplete="off"
        spellCheck={false}
        readOnly={of !== undefined}
        {...form.getInputProps('slug')}
      />
      <Select
        label={t('api')}
        description={t('apiHelp')}
        allowDeselect={false}
        data={[
          { value: 'openai_compatible', label: t('openaiCompatible') },
          { value: 'anthropic', label: 'Anthropic' },
        ]}
        {...form.getInputProps('type')}
      />
      <TextInput
        label={t('baseUrl')}
        description={t('baseUrlHelp')}
        placeholder="http://ollama.lan:11434/v1"
        type="url"
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('base_url')}
      />
      {isMoved && holdsSecret && (
        <Note tone="warning">
          {t('otherServer')} {t(again)}
        </Note>
      )}
      <SecretChoiceField
        label={t('apiKey')}
        kept={of?.key_hint ? `…${of.key_hint}` : undefined}
        value={form.values.key_choice}
        onChange={(next) => form.setFieldValue('key_choice', next)}
        error={form.errors['api_key']}
      >
        <PasswordInput
          label={t(of?.key_hint ? 'newApiKey' : 'apiKey')}
          description={t('apiKeyHelp')}
          autoComplete="off"
          {...form.getInputProps('api_key')}
        />
      </SecretChoiceField>
    </>
  );
}

export function MoreFields({ form, of }: FieldsProps) {
  const [isUnfolded, setIsUnfolded] = useState(of !== undefined);
  const listOf = (name: 'include' | 'exclude' | 'models' | 'headers') => ({
    value: form.values[name],
    options:
      name === 'models' || name === 'headers' ? [] : form.values.models.filter((model) => !model.startsWith('{')),
    error: form.errors[name],
    onChange: (next: string[]) => {
      form.setFieldValue(name, next);
      form.clearFieldError(name);
    },
  });
  const isOpen = isUnfolded || FOLDED.some((name) => form.errors[name]);
  return (
    <div>
      <button
        type="button"
        className="bare instance-fold"
        aria-expanded={isOpen}
        onClick={() => setIsUnfolded(!isOpen)}
      >
        <IconChevronDown size={15} aria-hidden /> {t('advanced')}
      </button>
      <Collapse expanded={isOpen}>
        <div className="instance-more">
          <Checkbox
            label={t('enabled')}
            description={t('enabledHelp')}
            {...form.getInputProps('enabled', { type: 'checkbox' })}
          />
          <Checkbox
            label={t('discover')}
            description={t('discoverHelp')}
            {...form.getInputProps('discover', { type: 'checkbox' })}
          />
          <ListField label={t('include')} description={t('includeHelp')} max={100} {...listOf('include')} />
          <ListField label={t('exclude')} description={t('excludeHelp')} max={100} {...listOf('exclude')} />
          <MultiSelectField
            label={t('endpoints')}
            description={t('endpointsHelp')}
            placeholder={form.values.endpoints.length === 0 ? t('defaults') : ''}
            hidePickedOptions
            data={ENDPOINTS}
            {...form.getInputProps('endpoints')}
          />
          <ListField
            label={t('ownModels')}
            description={t('ownModelsHelp', { example: MODEL_EXAMPLE })}
            max={500}
            maxLength={4500}
            hasCommas
            {...listOf('models')}
          />
          <WorkspacesField
            value={form.values.workspaces}
            onChange={(ids) => form.setFieldValue('workspaces', ids)}
            error={form.errors['workspaces']}
          />
          <Select
            label={t('location')}
            allowDeselect={false}
            data={[
              { value: '', label: t('auto') },
              { value: 'local', label: t('local') },
              { value: 'cloud', label: t('cloud') },
            ]}
            {...form.getInputProps('location')}
          />
          <SecretChoiceField
            label={t('headers')}
            kept={of && of.header_names.length > 0 ? of.header_names.join(', ') : undefined}
            value={form.values.headers_choice}
            onChange={(next) => form.setFieldValue('headers_choice', next)}
            error={form.errors['headers']}
          >
            <ListField
              label={t(of && of.header_names.length > 0 ? 'newHeaders' : 'headers')}
              description={t('headersHelp')}
              placeholder="x-team: support"
              max={20}
              maxLength={4500}
              hasCommas
              {...listOf('headers')}
            />
          </SecretChoiceField>
          <NumberInput
            label={t('timeout')}
            min={500}
            max={30_000}
            allowDecimal={false}
            hideControls
            {...form.getInputProps('timeout_ms')}
          />
          <NumberInput
            label={t('concurrency')}
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
