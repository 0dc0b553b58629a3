import type { Outputs } from '../../../../trpc';
import { Note } from '../../../../ui/tag';
import { StateTag } from '../../state-tag';
import { StepCard } from '../runs/step-card';

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

export function TestResult({ of }: { of: Tested }) {
  // A run with a failing step is no success, though it would start.
  const would = of.steps.some(({ status }) => status === 'failed') ? 'fail' : of.expected_result;
  return (
    <div className="automation-stack">
      <div aria-live="polite">
        <StateTag of={WOULD[would]} />
      </div>
      {of.filter_error !== null && <Note tone="error">{of.filter_error.message}</Note>}
      {of.steps.length > 0 && (
        <ol className="rule-run-steps" aria-label="Steps">
          {of.steps.map((step) => (
            <StepCard key={step.index} of={step} state={STEPS[step.status]} />
          ))}
        </ol>
      )}
    </div>
  );
}
