import { Checkbox, NativeSelect, NumberInput, PasswordInput, TextInput } from '@mantine/core';

import { Collapsible, CollapsibleGroup } from '../../../ui/form/collapsible';
import { TextArea } from '../../../ui/form/text-area';
import { PairsField } from '../../webhooks/form/pairs-field';
import { redirects } from '../link-texts';
import { MASKED, utmFields } from './draft';
import type { LinkForm } from './link-form';
import { RulesField } from './rules-field';
import { t } from './texts';

import '../links.css';
import './fields.css';

const forwards = () => [
  { value: 'append', label: t('forwardAppend') },
  { value: 'override', label: t('forwardOverride') },
  { value: 'none', label: t('forwardNone') },
];

export function MoreFields({ form, isNew = false }: { form: LinkForm; isNew?: boolean }) {
  const { values } = form;
  return (
    <CollapsibleGroup>
      <Collapsible
        form={form}
        title={t('campaign')}
        of={['utm']}
        isSet={Object.values(values.utm).some((text) => text !== '')}
        hint={t('campaignHelp')}
      >
        <div className="links-utm">
          {utmFields().map(({ name, label, placeholder }) => (
            <TextInput
              key={name}
              size="xs"
              label={label}
              placeholder={placeholder}
              maxLength={255}
              autoComplete="off"
              {...form.getInputProps(`utm.${name}`)}
            />
          ))}
        </div>
      </Collapsible>
      <Collapsible
        form={form}
        title={t('limits')}
        of={['starts_at', 'expires_at', 'expired_url', 'max_clicks', 'limit_reached_url', 'password']}
        isSet={[values.starts_at, values.expires_at, values.max_clicks, values.password].some((value) => value !== '')}
        hint={t('limitsHelp')}
      >
        <div className="links-pair">
          <TextInput label={t('starts')} type="datetime-local" {...form.getInputProps('starts_at')} />
          <TextInput label={t('expires')} type="datetime-local" {...form.getInputProps('expires_at')} />
        </div>
        {values.expires_at !== '' && (
          <Address form={form} name="expired_url" label={t('expiredUrl')} hint={t('emptyForPage')} />
        )}
        <NumberInput
          label={t('clickLimit')}
          description={t('clickLimitHelp')}
          placeholder={t('noLimit')}
          min={1}
          max={1_000_000_000}
          allowDecimal={false}
          hideControls
          {...form.getInputProps('max_clicks')}
        />
        {values.max_clicks !== '' && (
          <Address form={form} name="limit_reached_url" label={t('limitUrl')} hint={t('emptyForPage')} />
        )}
        <PasswordInput
          label={t('password')}
          description={values.password === MASKED ? t('passwordKept') : t('passwordHelp')}
          autoComplete="new-password"
          maxLength={128}
          onFocus={() => {
            if (values.password === MASKED) form.setFieldValue('password', '');
          }}
          {...form.getInputProps('password')}
        />
      </Collapsible>
      <Collapsible
        form={form}
        title={t('targeting')}
        of={['targeting']}
        isSet={values.targeting.length > 0}
        hint={t('targetingHelp')}
      >
        <RulesField form={form} />
      </Collapsible>
      <Collapsible
        form={form}
        title={t('social')}
        of={['preview', 'indexable']}
        isSet={Object.values(values.preview).some((text) => text !== '') || values.indexable}
        hint={t('socialHelp')}
      >
        <TextInput label={t('previewTitle')} maxLength={200} {...form.getInputProps('preview.title')} />
        <TextArea label={t('previewText')} maxLength={500} minRows={2} {...form.getInputProps('preview.description')} />
        <TextInput
          label={t('picture')}
          description={t('pictureHelp')}
          spellCheck={false}
          {...form.getInputProps('preview.image_url')}
        />
        <Checkbox label={t('indexable')} {...form.getInputProps('indexable', { type: 'checkbox' })} />
      </Collapsible>
      <Collapsible
        form={form}
        title={t('advanced')}
        of={['redirect_status', 'forward_query', 'notes', 'external_id', 'metadata', 'disabled']}
        isSet={values.notes + values.external_id !== '' || values.metadata.length > 0 || values.disabled}
        hint={t('advancedHelp')}
      >
        <NativeSelect
          label={t('redirect')}
          data={isNew ? [{ value: '', label: t('domainDefault') }, ...redirects()] : redirects()}
          {...form.getInputProps('redirect_status')}
        />
        <NativeSelect label={t('forward')} data={forwards()} {...form.getInputProps('forward_query')} />
        <TextInput
          label={t('externalId')}
          placeholder="campaign-42"
          maxLength={255}
          spellCheck={false}
          autoComplete="off"
          {...form.getInputProps('external_id')}
        />
        <PairsField
          title={t('metadata')}
          what={t('pair')}
          description={t('metadataHelp')}
          value={values.metadata}
          maxLength={{ name: 40, value: 500 }}
          error={form.errors['metadata']}
          onChange={(next) => form.setFieldValue('metadata', next)}
        />
        <TextArea label={t('notes')} maxLength={4000} minRows={2} {...form.getInputProps('notes')} />
        <Checkbox
          label={t('disabled')}
          description={t('disabledHelp')}
          {...form.getInputProps('disabled', { type: 'checkbox' })}
        />
      </Collapsible>
    </CollapsibleGroup>
  );
}

interface AddressProps {
  form: LinkForm;
  name: 'expired_url' | 'limit_reached_url';
  label: string;
  hint: string;
}

function Address({ form, name, label, hint }: AddressProps) {
  return (
    <TextInput
      label={label}
      description={hint}
      inputMode="url"
      spellCheck={false}
      autoComplete="off"
      {...form.getInputProps(name)}
    />
  );
}
