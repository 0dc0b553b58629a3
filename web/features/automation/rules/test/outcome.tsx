import type { Outputs } from '../../../../trpc';
import { Note, Tag } from '../../../../ui/tag';
import { StepValues } from '../runs/step-values';
import { ACTIONS } from '../words';

import '../rules.css';

type Tested = Outputs['automation']['rules']['test'];

const WOULD = {
  run: { label: 'Would run', tone: 'success' },
  ignore: { label: 'The trigger does not take this event', tone: 'neutral' },
  filter: { label: 'A condition does not hold', tone: 'neutral' },
  fail: { label: 'Would fail', tone: 'error' },
} as const;
const STEPS = {
  would_run: { label: 'Would run', tone: 'success' },
  skipped: { label: 'Would be skipped', tone: 'neutral' },
  failed: { label: 'Would fail', tone: 'error' },
} as const;

/** What a dry run came to, step by step. */
export function Outcome({ of }: { of: Tested }) {
  // A run of which a step fails is no success, though it would begin.
  const would = of.steps.some(({ status }) => status === 'failed') ? 'fail' : of.would;
  const { label, tone } = WOULD[would];
  return (
    <div className="automation-stack">
      <div aria-live="polite">
        <Tag tone={tone} dot>
          {label}
        </Tag>
      </div>
      {of.filter_error !== null && <Note tone="error">{of.filter_error.message}</Note>}
      {of.steps.length > 0 && (
        <ol className="rule-run-steps" aria-label="Steps">
          {of.steps.map((step) => (
            <li key={step.index} className="card">
              <div className="page-title">
                <h3 style={{ margin: 0 }}>
                  {step.index + 1}. {ACTIONS[step.type].done}
                </h3>
                <Tag tone={STEPS[step.status].tone} dot>
                  {STEPS[step.status].label}
                </Tag>
              </div>
              {step.error !== null && <Note tone="error">{step.error.message}</Note>}
              <StepValues input={step.input} output={step.output} />
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
