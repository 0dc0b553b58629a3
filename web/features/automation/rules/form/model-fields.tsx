import { NativeSelect, NumberInput, Textarea } from '@mantine/core';

import { missingHint, partOf, type ActionFieldsProps } from './action-part';
import { startsFromMessages } from './draft';
import { useModelChoices } from './models';

const MAX_TEMPLATE = 16_384;
const MAX_HISTORY = 50;
const MAX_OUTPUT_TOKENS = 8192;

export function ModelFields(props: ActionFieldsProps) {
  const { form, action, at } = props;
  const part = partOf(props);
  const area = { autosize: true, minRows: 2, maxRows: 12, className: 'mono-input', maxLength: MAX_TEMPLATE };
  return (
    <>
      <ModelSelect value={action.model} field={part.props('model')} />
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
            description="Texts of the chat that the model gets before the prompt."
            min={0}
            max={MAX_HISTORY}
            allowDecimal={false}
            {...part.props('history')}
          />
        )}
        <NumberInput
          label="Most tokens of the answer"
          description="A token is about four characters."
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
      <div className="dimmed">
        Later steps read the answer as <span className="mono">{`{{ steps[${at}].text }}`}</span>. The call counts
        towards the budgets of the workspace.
      </div>
    </>
  );
}

function ModelSelect({ value, field }: { value: string; field: object }) {
  const { aliases, models } = useModelChoices();
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
