import { IconArrowDown, IconArrowUp, IconBraces, IconPlus, IconTrash } from '@tabler/icons-react';

import { MoreMenu } from '../../../../ui/menu/lazy-more-menu';
import { ACTIONS, actionName, type RuleActionType } from '../labels';
import { ActionFields } from './action-fields';
import { newAction, startsFromMessages, type ActionDraft } from './draft';
import { inputOf } from './input-of';
import { RuleConditions } from './rule-conditions';
import type { RuleForm } from './rule-form';
import { t } from './texts';

const LIMIT = 10;
const NEED_MESSAGE: ReadonlySet<RuleActionType> = new Set(['reply', 'ai_transcribe']);

export function StepsFields({ form }: { form: RuleForm }) {
  const { actions } = form.values;
  const mayReply = startsFromMessages(form.values);
  const none = form.errors['actions'];
  return (
    <fieldset className="endpoint-part">
      <legend>
        <h2>{t('thenSteps')}</h2>
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
        <div className="rule-add" role="group" aria-label={t('addStepGroup')}>
          {ACTIONS.map((type) => {
            const isUnfit = NEED_MESSAGE.has(type) && !mayReply;
            return (
              <button
                key={type}
                type="button"
                className="copy-button"
                disabled={isUnfit}
                title={isUnfit ? t('needsMessage') : undefined}
                onClick={() => form.insertListItem('actions', newAction(type))}
              >
                <IconPlus size={13} aria-hidden /> {actionName(type)}
              </button>
            );
          })}
        </div>
      )}
    </fieldset>
  );
}

interface StepProps {
  form: RuleForm;
  action: ActionDraft;
  at: number;
}

function Step({ form, action, at }: StepProps) {
  const path = `actions.${at}`;
  const number = at + 1;
  const move = (to: number) => form.reorderListItem('actions', { from: at, to });
  const isLast = number === form.values.actions.length;
  return (
    <li className="card">
      <header className="rule-step-head">
        <h3>
          {number}. {actionName(action.type)}
        </h3>
        <MoreMenu
          isSmall
          label={t('stepActions', { number })}
          actions={[
            { label: t('moveUp', { number }), icon: IconArrowUp, disabled: at === 0, onClick: () => move(at - 1) },
            { label: t('moveDown', { number }), icon: IconArrowDown, disabled: isLast, onClick: () => move(at + 1) },
            {
              label: t(action.json === null ? 'asJson' : 'asFields'),
              icon: IconBraces,
              onClick: () => form.setFieldValue(`${path}.json`, action.json === null ? jsonOf(form, at) : null),
            },
            {
              label: t('removeStep', { number }),
              icon: IconTrash,
              isDangerous: true,
              onClick: () => form.removeListItem('actions', at),
            },
          ]}
        />
      </header>
      <div className="rule-step-body">
        <ActionFields form={form} action={action} at={at} />
        {action.json === null && (
          <RuleConditions
            name={`${path}.if`}
            help={t('stepIfHelp')}
            max={1}
            step={at}
            value={action.if}
            error={form.errors[`${path}.if`]}
            onChange={(condition) => {
              form.setFieldValue(`${path}.if`, condition);
              form.clearFieldError(`${path}.if`);
            }}
          />
        )}
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
