import { issueText } from '../../../../i18n/labels';
import type { Outputs } from '../../../../trpc';
import { InlineCode } from '../../../../ui/code/inline-code';
import { Note, Tag, type Tone } from '../../../../ui/tag';
import { ConditionMark } from '../../conditions/condition-mark';
import { StepCard } from '../runs/step-card';
import { contentText, fieldOf } from '../step-summary';
import { TemplateText } from '../template-text';
import { t } from '../texts';

import '../rules.css';

export type Tested = Outputs['automation']['rules']['test'];

const TONES: Record<Tested['expected_result'], Tone> = {
  run: 'success',
  ignore: 'neutral',
  filter: 'neutral',
  fail: 'error',
};
const STEP_TONES: Record<Tested['steps'][number]['status'], Tone> = {
  would_run: 'success',
  skipped: 'neutral',
  failed: 'error',
};

/** What a rule would do: the result of each condition, and what each step would send. */
export function TestResult({ of }: { of: Tested }) {
  // A run with a failing step is no success, though it would start.
  const result = of.steps.some(({ status }) => status === 'failed') ? 'fail' : of.expected_result;
  return (
    <div className="automation-stack">
      <div aria-live="polite">
        <Tag tone={TONES[result]} dot>
          {t(`result_${result}`)}
        </Tag>
      </div>
      {of.conditions.length > 0 && (
        <ul className="rule-conditions" aria-label={t('conditions')}>
          {of.conditions.map((condition, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- two may be the same
            <li key={at}>
              <ConditionMark of={condition} />
              <span className="mono">{condition.condition}</span>
              {condition.error !== null && (
                <span className="condition-fault">
                  <InlineCode text={issueText(condition.error.message)} />
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {of.filter_error !== null && of.conditions.every(({ error }) => error === null) && (
        <Note tone="error">
          <InlineCode text={issueText(of.filter_error.message)} />
        </Note>
      )}
      {of.steps.length > 0 && (
        <ol className="rule-run-steps" aria-label={t('steps')}>
          {of.steps.map((step) => (
            <StepCard
              key={step.index}
              of={step}
              state={{ label: t(`tested_${step.status}`), tone: STEP_TONES[step.status] }}
              isFolded
            >
              <Said by={step} />
            </StepCard>
          ))}
        </ol>
      )}
    </div>
  );
}

/** The text of a message, a publication, a prompt or a link, with its values filled in. */
function Said({ by: { input } }: { by: Tested['steps'][number] }) {
  const text = contentText(input) ?? contentText(fieldOf(input, 'content')) ?? textIn(input, 'prompt', 'url');
  if (text === undefined || text.trim() === '') return null;
  return <div>{t.rich('wouldSay', { text: () => <TemplateText of={text} /> })}</div>;
}

const textIn = (value: unknown, ...names: string[]): string | undefined =>
  names.map((name) => fieldOf(value, name)).find((text): text is string => typeof text === 'string');
