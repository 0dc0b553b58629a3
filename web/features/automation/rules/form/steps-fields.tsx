import { Checkbox, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '@tabler/icons-react';

import { ACTIONS, type RuleActionType } from '../labels';
import { ActionFields } from './action-fields';
import { newAction, RECEIVED, startsFromMessages, type ActionDraft } from './draft';
import { inputOf } from './input-of';
import type { RuleForm } from './rule-form';

const LIMIT = 10;
const NEED_MESSAGE: ReadonlySet<RuleActionType> = new Set(['reply', 'ai_transcribe']);
const TYPES = Object.entries(ACTIONS) as [RuleActionType, { label: string }][];

export function StepsFields({ form }: { form: RuleForm }) {
  const { actions } = form.values;
  const mayReply = startsFromMessages(form.values);
  const none = form.errors['actions'];
  return (
    <fieldset className="endpoint-part">
      <legend>
        <h2>Then</h2>
      </legend>
      <ol className="rule-steps">
        {actions.map((action, at) => (
          <Step key={action.key} form={form} action={action} at={at} />
        ))}
      </ol>
      {none && (
        <div className="pub-fault" role="alert">
          {none}
        </div>
      )}
      {actions.length < LIMIT && (
        <div className="rule-add" role="group" aria-label="Add a step">
          {TYPES.map(([type, { label }]) => (
            <button
              key={type}
              type="button"
              className="copy-button"
              disabled={NEED_MESSAGE.has(type) && !mayReply}
              title={NEED_MESSAGE.has(type) && !mayReply ? `Only where ${RECEIVED} alone sets the rule off` : undefined}
              onClick={() => form.insertListItem('actions', newAction(type))}
            >
              <IconPlus size={13} aria-hidden /> {label}
            </button>
          ))}
        </div>
      )}
    </fieldset>
  );
}

/** What a condition of a step may look like, by what sets the rule off. */
const CONDITIONS = {
  event: "event.data.content.type == 'text'",
  schedule: 'steps[0].short_url != blank',
  manual: 'input.order != blank',
};

interface StepProps {
  form: RuleForm;
  action: ActionDraft;
  at: number;
}

function Step({ form, action, at }: StepProps) {
  const path = `actions.${at}`;
  const last = form.values.actions.length - 1;
  const name = `step ${at + 1}`;
  return (
    <li className="card">
      <header className="rule-step-head">
        <h3>
          {at + 1}. {ACTIONS[action.type].label}
        </h3>
        <button
          type="button"
          className="bare"
          aria-label={`Move ${name} up`}
          disabled={at === 0}
          onClick={() => form.reorderListItem('actions', { from: at, to: at - 1 })}
        >
          <IconArrowUp size={15} aria-hidden />
        </button>
        <button
          type="button"
          className="bare"
          aria-label={`Move ${name} down`}
          disabled={at === last}
          onClick={() => form.reorderListItem('actions', { from: at, to: at + 1 })}
        >
          <IconArrowDown size={15} aria-hidden />
        </button>
        <button
          type="button"
          className="bare"
          aria-label={`Remove ${name}`}
          onClick={() => form.removeListItem('actions', at)}
        >
          <IconX size={15} aria-hidden />
        </button>
      </header>
      <div className="rule-step-body">
        <ActionFields form={form} action={action} at={at} />
        {action.json === null && (
          <TextInput
            label="Only if"
            description="A condition; the step is skipped where it does not hold."
            placeholder={CONDITIONS[form.values.trigger]}
            className="mono-input"
            {...form.getInputProps(`${path}.if`)}
          />
        )}
        <Checkbox
          size="xs"
          label="As JSON"
          checked={action.json !== null}
          onChange={(event) =>
            form.setFieldValue(`${path}.json`, event.currentTarget.checked ? jsonOf(form, at) : null)
          }
        />
      </div>
    </li>
  );
}

function jsonOf(form: RuleForm, at: number): string {
  const action = form.getValues().actions[at];
  if (!action) return '{}';
  const [step] = inputOf({
    ...form.getValues(),
    actions: [{ ...action, text: action.type === 'webhook' ? '' : action.text, schema: '' }],
  }).actions;
  return JSON.stringify(step, null, 2);
}
