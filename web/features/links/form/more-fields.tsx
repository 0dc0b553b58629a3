import { Checkbox, NativeSelect, NumberInput, PasswordInput, Textarea, TextInput } from '@mantine/core';

import { Collapsible, CollapsibleGroup } from '../../../ui/form/collapsible';
import { PairsField } from '../../webhooks/form/pairs-field';
import { REDIRECTS } from '../labels';
import { MASKED, UTM } from './draft';
import type { LinkForm } from './link-form';
import { RulesField } from './rules-field';

import '../links.css';
import './fields.css';

const FORWARDS = [
  { value: 'append', label: 'Pass them on, but for those that the destination has' },
  { value: 'override', label: 'Pass them on, over those of the destination' },
  { value: 'none', label: 'Leave them out' },
];

export function MoreFields({ form, isNew = false }: { form: LinkForm; isNew?: boolean }) {
  const { values } = form;
  return (
    <CollapsibleGroup>
      <Collapsible
        form={form}
        title="Campaign"
        of={['utm']}
        isSet={Object.values(values.utm).some((text) => text !== '')}
        hint="UTM parameters, written into the destination."
      >
        <div className="links-utm">
          {UTM.map(({ name, label, placeholder }) => (
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
        title="Dates and limits"
        of={['starts_at', 'expires_at', 'expired_url', 'max_clicks', 'limit_reached_url', 'password']}
        isSet={[values.starts_at, values.expires_at, values.max_clicks, values.password].some((value) => value !== '')}
        hint="From when to when, how often, for whom."
      >
        <div className="links-pair">
          <TextInput label="Starts" type="datetime-local" {...form.getInputProps('starts_at')} />
          <TextInput label="Expires" type="datetime-local" {...form.getInputProps('expires_at')} />
        </div>
        {values.expires_at !== '' && (
          <Address form={form} name="expired_url" label="After that, lead to" hint="Empty for a page that says so." />
        )}
        <NumberInput
          label="Click limit"
          description="How many visitors are sent on. Previews and crawlers use none up."
          placeholder="No limit"
          min={1}
          max={1_000_000_000}
          allowDecimal={false}
          hideControls
          {...form.getInputProps('max_clicks')}
        />
        {values.max_clicks !== '' && (
          <Address
            form={form}
            name="limit_reached_url"
            label="Once used up, lead to"
            hint="Empty for a page that says so."
          />
        )}
        <PasswordInput
          label="Password"
          description={
            values.password === MASKED
              ? 'Set, and kept as it is. Type another one, or empty the field to take it away.'
              : 'Visitors are asked for it. It is stored as a hash.'
          }
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
        title="Targeting"
        of={['targeting']}
        isSet={values.targeting.length > 0}
        hint="Other destinations by country, device, language, time …"
      >
        <RulesField form={form} />
      </Collapsible>
      <Collapsible
        form={form}
        title="Preview"
        of={['preview', 'indexable']}
        isSet={Object.values(values.preview).some((text) => text !== '') || values.indexable}
        hint="What chats and networks show of the link."
      >
        <TextInput label="Title of the preview" maxLength={200} {...form.getInputProps('preview.title')} />
        <Textarea label="Text" maxLength={500} autosize minRows={2} {...form.getInputProps('preview.description')} />
        <TextInput
          label="Picture"
          description="An address; it is not fetched by us."
          spellCheck={false}
          {...form.getInputProps('preview.image_url')}
        />
        <Checkbox label="Search engines may list it" {...form.getInputProps('indexable', { type: 'checkbox' })} />
      </Collapsible>
      <Collapsible
        form={form}
        title="Redirect and notes"
        of={['redirect_status', 'forward_query', 'notes', 'external_id', 'metadata', 'disabled']}
        isSet={values.notes + values.external_id !== '' || values.metadata.length > 0 || values.disabled}
        hint="Status, parameters, your own id and pairs."
      >
        <NativeSelect
          label="Redirect"
          data={isNew ? [{ value: '', label: 'As the domain says' }, ...REDIRECTS] : REDIRECTS}
          {...form.getInputProps('redirect_status')}
        />
        <NativeSelect
          label="Parameters after the short link"
          data={FORWARDS}
          {...form.getInputProps('forward_query')}
        />
        <TextInput
          label="Your own id"
          placeholder="campaign-42"
          maxLength={255}
          spellCheck={false}
          autoComplete="off"
          {...form.getInputProps('external_id')}
        />
        <PairsField
          title="Metadata"
          what="pair"
          description="Your own pairs; events of the link carry them."
          value={values.metadata}
          maxLength={{ name: 40, value: 500 }}
          error={form.errors['metadata']}
          onChange={(next) => form.setFieldValue('metadata', next)}
        />
        <Textarea label="Notes" maxLength={4000} autosize minRows={2} {...form.getInputProps('notes')} />
        <Checkbox
          label="Disabled"
          description="Visitors see a page that says so."
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
