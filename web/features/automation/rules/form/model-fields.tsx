import { NativeSelect, NumberInput, TextInput } from '@mantine/core';

import { TextArea } from '../../../../ui/form/text-area';
import { missingHint, templateProps, useActionPart, type ActionFieldsProps } from './action-part';
import { startsFromMessages } from './draft';
import { type ModelUse, useModelChoices } from './models';
import { TemplateField } from './template-field';
import { t } from './texts';

const MAX_TEMPLATE = 16_384;
const MAX_HISTORY = 50;
const MAX_OUTPUT_TOKENS = 8192;
const MAX_LANGUAGE = 35;

export function ModelFields(props: ActionFieldsProps) {
  const { form, action, at } = props;
  const part = useActionPart(props);
  const area = { rows: 2, maxLength: MAX_TEMPLATE, step: at };
  return (
    <>
      <ModelSelect use="chat" value={action.model} field={part.props('model')} />
      <TemplateField
        label={t('instructions')}
        description={t('instructionsHelp')}
        placeholder={t('instructionsPlaceholder')}
        {...area}
        {...templateProps(part, 'system')}
      />
      <TemplateField
        label={t('prompt')}
        description={`${t('promptHelp')} ${missingHint(form)}`}
        placeholder="{{ event.data.content.text }}"
        {...area}
        {...templateProps(part, 'prompt')}
      />
      <div className="endpoint-row">
        {startsFromMessages(form.values) && (
          <NumberInput
            label={t('history')}
            description={t('historyHelp')}
            min={0}
            max={MAX_HISTORY}
            allowDecimal={false}
            {...part.props('history')}
          />
        )}
        <NumberInput
          label={t('maxTokens')}
          description={t('maxTokensHelp')}
          min={1}
          max={MAX_OUTPUT_TOKENS}
          allowDecimal={false}
          {...part.props('max_output_tokens')}
        />
      </div>
      <details className="rule-more" open={action.schema !== ''}>
        <summary>{t('answerJson')}</summary>
        <TextArea
          label={t('schema')}
          description={t('schemaHelp', { path: `{{ steps[${at}].json.… }}` })}
          placeholder={'{ "type": "object", "properties": { "topic": { "type": "string" } } }'}
          className="mono-input"
          minRows={2}
          maxRows={12}
          maxLength={MAX_TEMPLATE}
          spellCheck={false}
          {...part.props('schema')}
        />
      </details>
      <div className="dimmed automation-small">
        {t.rich('modelOutput', { code: () => <code>{`{{ steps[${at}].text }}`}</code> })}
      </div>
    </>
  );
}

export function TranscribeFields(props: ActionFieldsProps) {
  const { action, at } = props;
  const part = useActionPart(props);
  return (
    <>
      <ModelSelect use="transcription" value={action.model} field={part.props('model')} />
      <TextInput
        label={t('language')}
        description={t('languageHelp')}
        maxLength={MAX_LANGUAGE}
        spellCheck={false}
        {...part.props('language')}
      />
      <TemplateField
        label={t('hint')}
        description={t('hintHelp')}
        rows={1}
        maxLength={MAX_TEMPLATE}
        step={at}
        {...templateProps(part, 'prompt')}
      />
      <div className="dimmed automation-small">
        {t.rich('transcriptOutput', { code: () => <code>{`{{ steps[${at}].text }}`}</code> })}
      </div>
    </>
  );
}

interface ModelSelectProps {
  use: ModelUse;
  value: string;
  field: object;
}

function ModelSelect({ use, value, field }: ModelSelectProps) {
  const { aliases, models } = useModelChoices(use);
  const isKnown = value === '' || aliases.includes(value) || models.includes(value);
  return (
    <NativeSelect
      label={t('model')}
      description={t('modelHelp')}
      data={[
        { value: '', label: t(models.length === 0 ? 'noModels' : 'none') },
        ...(isKnown ? [] : [{ value, label: value }]),
        ...(aliases.length === 0 ? [] : [{ group: t('aliases'), items: aliases }]),
        ...(models.length === 0 ? [] : [{ group: t('models'), items: models }]),
      ]}
      {...field}
    />
  );
}
