import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { FocusEvent } from 'react';

import { TextArea } from '../../../../ui/form/text-area';
import { useInstances } from '../../../whatsapp/use-instances';
import { ConditionsField, type ConditionSample } from '../../conditions/conditions-field';
import { TargetPicker } from '../../publications/composer/targets-field';
import { modeLabel, MODES } from '../labels';
import { mappingOf, type MappingDraft } from './draft';
import { t } from './texts';

import '../../publications/composer/composer.css';
import '../endpoints.css';

type MappingForm = UseFormReturnType<MappingDraft>;
/** Fields that a click on a sample value can insert into. */
export type InsertTarget = 'text' | 'media' | 'caption' | 'recipient' | 'filter' | 'json';

interface MappingFieldsProps {
  form: MappingForm;
  faults: Partial<Record<keyof MappingDraft, string>>;
  conditions: ConditionSample;
  onEnter: (field: InsertTarget, element: HTMLInputElement | HTMLTextAreaElement) => void;
}

const MAX_CONDITIONS = 10;
const FORMATS = ['plain', 'markdown', 'html'] as const;
const FORMAT_NAMES = { markdown: 'Markdown', html: 'HTML' };
const SHORT = ['off', 'auto', 'explicit'] as const;
const DYNAMIC = ['none', 'known', 'any'] as const;
const MISSING = ['reject', 'empty'] as const;
const formatName = (format: (typeof FORMATS)[number]): string =>
  format === 'plain' ? t('format_plain') : FORMAT_NAMES[format];

export function MappingFields({ form, faults, conditions, onEnter }: MappingFieldsProps) {
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
        <TextArea
          label={t('mappingJson')}
          description={t('mappingJsonHelp')}
          className="mono-input"
          minRows={12}
          maxRows={28}
          spellCheck={false}
          {...template('json')}
        />
      ) : (
        <MessageFields field={field} template={template} hasFile={form.values.media !== ''} />
      )}
      <TargetPicker
        legend={t('to')}
        chosen={form.values.targets}
        fault={form.errors['targets'] ?? faults.targets}
        onChange={(targets) => form.setFieldValue('targets', targets)}
      />
      <NativeSelect
        label={t('dynamic')}
        data={DYNAMIC.map((value) => ({ value, label: t(`dynamic_${value}`) }))}
        {...field('dynamic_targets')}
      />
      {form.values.dynamic_targets !== 'none' && !isJson && <RecipientFields field={field} template={template} />}
      <ConditionsField
        label={t('onlyIf')}
        name="filter"
        help={t('onlyIfHelp')}
        placeholder="body.…"
        max={MAX_CONDITIONS}
        sample={conditions}
        value={form.values.filter}
        error={form.errors['filter'] ?? faults.filter}
        onTextFocus={(element) => onEnter('filter', element)}
        onChange={(lines) => {
          form.setFieldValue('filter', lines);
          form.clearFieldError('filter');
        }}
      />
      <NativeSelect
        label={t('onMissing')}
        description={t('onMissingHelp', { example: '| default: ""' })}
        data={MISSING.map((value) => ({ value, label: t(`onMissing_${value}`) }))}
        {...field('on_missing')}
      />
      <div className="endpoint-row">
        <NativeSelect
          label={t('links')}
          data={SHORT.map((value) => ({ value, label: t(`links_${value}`) }))}
          {...field('short_links')}
        />
        <NativeSelect
          label={t('mode')}
          data={MODES.map((value) => ({ value, label: modeLabel(value) }))}
          {...field('mode')}
        />
      </div>
      <Checkbox
        label={t('editJson')}
        description={t('editJsonHelp')}
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
      <TextArea
        label={t('text')}
        description={t('textHelp', { example: '{{ body.title | upcase }}' })}
        className="mono-input"
        minRows={4}
        maxRows={16}
        spellCheck={false}
        {...template('text')}
      />
      <div className="endpoint-row">
        <NativeSelect
          label={t('format')}
          data={FORMATS.map((value) => ({ value, label: formatName(value) }))}
          {...field('format')}
        />
        <TextInput
          label={t('fileUrl')}
          placeholder="{{ body.image }}"
          className="mono-input"
          spellCheck={false}
          {...template('media')}
        />
      </div>
      {hasFile && <TextInput label={t('caption')} className="mono-input" {...template('caption')} />}
    </>
  );
}

function RecipientFields({ field, template }: PartProps) {
  const instances = useInstances();
  return (
    <div className="endpoint-row">
      <TextInput
        label={t('recipient')}
        placeholder="{{ body.phone | phone }}"
        className="mono-input"
        spellCheck={false}
        {...template('recipient')}
      />
      {instances.length > 1 && (
        <NativeSelect
          label={t('sentBy')}
          data={[{ value: '', label: t('select') }, ...instances.map(({ id, name }) => ({ value: id, label: name }))]}
          {...field('instance_id')}
        />
      )}
    </div>
  );
}
