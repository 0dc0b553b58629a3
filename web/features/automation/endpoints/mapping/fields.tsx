import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { FocusEvent } from 'react';

import { useInstances } from '../../../whatsapp/use-instances';
import { TargetPicker } from '../../publications/composer/targets-field';
import { MODES } from '../labels';
import { mappingOf, type MappingDraft } from './draft';

import '../../publications/composer/composer.css';
import '../endpoints.css';

type MappingForm = UseFormReturnType<MappingDraft>;
/** Fields that a click on a sample value can insert into. */
export type InsertTarget = 'text' | 'media' | 'caption' | 'recipient' | 'filter' | 'json';

interface MappingFieldsProps {
  form: MappingForm;
  faults: Partial<Record<keyof MappingDraft, string>>;
  onEnter: (field: InsertTarget, element: HTMLInputElement | HTMLTextAreaElement) => void;
}

const FORMATS = [
  { value: 'plain', label: 'As it is' },
  { value: 'markdown', label: 'Markdown' },
  { value: 'html', label: 'HTML' },
];
const SHORT = [
  { value: 'off', label: 'Leave links as they are' },
  { value: 'auto', label: 'Shorten every link, count its clicks' },
  { value: 'explicit', label: 'Shorten where a template says | shorten' },
];
const DYNAMIC = [
  { value: 'none', label: 'No: only the recipients above' },
  { value: 'known', label: 'Yes, people and groups that are known' },
  { value: 'any', label: 'Yes, any number' },
];
const MISSING = [
  { value: 'reject', label: 'Reject the request' },
  { value: 'empty', label: 'Leave it empty' },
];
const ACTIONS = Object.entries(MODES).map(([value, label]) => ({ value, label }));

export function MappingFields({ form, faults, onEnter }: MappingFieldsProps) {
  const field = (name: keyof MappingDraft, type?: 'checkbox') => ({
    ...(form.getInputProps(name, type ? { type } : {}) as object),
    error: form.errors[name] ?? faults[name],
  });
  const template = (name: InsertTarget) => ({
    ...field(name),
    onFocus: (event: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => onEnter(name, event.currentTarget),
  });
  const isJson = form.values.json !== null;
  return (
    <>
      {isJson ? (
        <Textarea
          label="Mapping"
          description="The body of a publication, in which every text is a Liquid template."
          className="mono-input"
          autosize
          minRows={12}
          maxRows={28}
          spellCheck={false}
          {...template('json')}
        />
      ) : (
        <MessageFields field={field} template={template} hasFile={form.values.media !== ''} />
      )}
      <TargetPicker
        legend="To"
        chosen={form.values.targets}
        fault={form.errors['targets'] ?? faults.targets}
        onChange={(targets) => form.setFieldValue('targets', targets)}
      />
      <NativeSelect label="May the request name recipients?" data={DYNAMIC} {...field('dynamic_targets')} />
      {form.values.dynamic_targets !== 'none' && !isJson && <RecipientFields field={field} template={template} />}
      <Textarea
        label="Only if"
        description="Conditions, one a line; all must hold. Empty for always."
        placeholder={'body.ref == "refs/heads/main"'}
        className="mono-input"
        autosize
        minRows={1}
        maxRows={10}
        spellCheck={false}
        {...template('filter')}
      />
      <NativeSelect
        label="When a value is missing"
        description={'A request may lack a value that the mapping names. Add | default: "" where a value is optional.'}
        data={MISSING}
        {...field('on_missing')}
      />
      <div className="endpoint-row">
        <NativeSelect label="Links in the text" data={SHORT} {...field('short_links')} />
        <NativeSelect label="Then" data={ACTIONS} {...field('mode')} />
      </div>
      <Checkbox
        label="Edit the mapping as JSON"
        description="For several files, overrides of a channel, schedules and metadata."
        checked={isJson}
        onChange={(event) =>
          form.setFieldValue(
            'json',
            event.currentTarget.checked ? JSON.stringify(mappingOf(form.getValues()), null, 2) : null,
          )
        }
      />
    </>
  );
}

interface PartProps {
  field: (name: keyof MappingDraft, type?: 'checkbox') => object;
  template: (name: InsertTarget) => object;
}

function MessageFields({ field, template, hasFile }: PartProps & { hasFile: boolean }) {
  return (
    <>
      <Textarea
        label="Text"
        description="Click a value of the sample to put it here. Filters work: {{ body.title | upcase }}."
        className="mono-input"
        autosize
        minRows={4}
        maxRows={16}
        spellCheck={false}
        {...template('text')}
      />
      <div className="endpoint-row">
        <NativeSelect label="Format of the text" data={FORMATS} {...field('format')} />
        <TextInput
          label="Address of a file"
          placeholder="{{ body.image }}"
          className="mono-input"
          spellCheck={false}
          {...template('media')}
        />
      </div>
      {hasFile && <TextInput label="Caption of the file" className="mono-input" {...template('caption')} />}
    </>
  );
}

function RecipientFields({ field, template }: PartProps) {
  const instances = useInstances();
  return (
    <div className="endpoint-row">
      <TextInput
        label="Recipient of the request"
        placeholder="{{ body.phone | phone }}"
        className="mono-input"
        spellCheck={false}
        {...template('recipient')}
      />
      {instances.length > 1 && (
        <NativeSelect
          label="Sent by"
          data={[{ value: '', label: 'Choose' }, ...instances.map(({ id, name }) => ({ value: id, label: name }))]}
          {...field('instance_id')}
        />
      )}
    </div>
  );
}
