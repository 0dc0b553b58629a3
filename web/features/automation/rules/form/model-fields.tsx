import { NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core';

import { missingHint, partOf, type ActionFieldsProps } from './action-part';
import { startsFromMessages } from './draft';
import { type ModelUse, useModelChoices } from './models';

const MAX_TEMPLATE = 16_384;
const MAX_HISTORY = 50;
const MAX_OUTPUT_TOKENS = 8192;

export function ModelFields(props: ActionFieldsProps) {
  const { form, action, at } = props;
  const part = partOf(props);
  const area = { autosize: true, minRows: 2, maxRows: 12, className: 'mono-input', maxLength: MAX_TEMPLATE };
  return (
    <>
      <ModelSelect use="chat" value={action.model} field={part.props('model')} />
      <Textarea
        label="Instructions"
        description="What the model is to do. A template; empty for none."
        placeholder="You answer customers of a bakery in two sentences."
        {...area}
        {...part.props('system')}
      />
      <Textarea
        label="Prompt"
        description={`What the model answers. A template: {{ event.data.content.text }} is the text of the message. ${missingHint(form)}`}
        placeholder="{{ event.data.content.text }}"
        {...area}
        {...part.props('prompt')}
      />
      <div className="endpoint-row">
        {startsFromMessages(form.values) && (
          <NumberInput
            label="Earlier messages"
            description="Of the chat, for the model."
            min={0}
            max={MAX_HISTORY}
            allowDecimal={false}
            {...part.props('history')}
          />
        )}
        <NumberInput
          label="Most tokens of the answer"
          description="About four characters each."
          min={1}
          max={MAX_OUTPUT_TOKENS}
          allowDecimal={false}
          {...part.props('max_output_tokens')}
        />
      </div>
      <details className="rule-more" open={action.schema !== ''}>
        <summary>Answer as JSON</summary>
        <Textarea
          label="JSON schema"
          description={`Of the answer, for models that support one. Later steps read its fields as {{ steps[${at}].json.… }}. Empty for text.`}
          placeholder={'{ "type": "object", "properties": { "topic": { "type": "string" } } }'}
          spellCheck={false}
          {...area}
          {...part.props('schema')}
        />
      </details>
      <div className="dimmed automation-small">
        Later steps read the answer as <span className="mono">{`{{ steps[${at}].text }}`}</span>. The call counts
        towards the budgets of the workspace.
      </div>
    </>
  );
}

const MAX_LANGUAGE = 35;

export function TranscribeFields(props: ActionFieldsProps) {
  const { action, at } = props;
  const part = partOf(props);
  return (
    <>
      <ModelSelect use="transcription" value={action.model} field={part.props('model')} />
      <TextInput
        label="Language"
        description="Of the recording, such as en. Empty to detect it."
        maxLength={MAX_LANGUAGE}
        spellCheck={false}
        {...part.props('language')}
      />
      <Textarea
        label="Hint"
        description="A template of a text that guides the model, such as names that occur. Empty for none."
        className="mono-input"
        autosize
        minRows={1}
        maxRows={12}
        maxLength={MAX_TEMPLATE}
        {...part.props('prompt')}
      />
      <div className="dimmed automation-small">
        Takes the voice message, audio or video of the message. Later steps read the text as{' '}
        <span className="mono">{`{{ steps[${at}].text }}`}</span>. The call counts towards the budgets of the workspace.
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
  const known = value === '' || aliases.includes(value) || models.includes(value);
  return (
    <NativeSelect
      label="Model"
      description="A model of the workspace, or an alias for one or several models that are tried in turn."
      data={[
        { value: '', label: models.length === 0 ? 'No models yet' : 'Choose' },
        ...(known ? [] : [{ value, label: value }]),
        ...(aliases.length === 0 ? [] : [{ group: 'Aliases', items: aliases }]),
        ...(models.length === 0 ? [] : [{ group: 'Models', items: models }]),
      ]}
      {...field}
    />
  );
}
