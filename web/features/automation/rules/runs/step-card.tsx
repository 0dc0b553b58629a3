import type { RuleRunError, RuleRunStep } from '../../../../../shared/automation/rule-run';
import { CodeBlock } from '../../../../ui/code/code-block';
import { Note } from '../../../../ui/tag';
import { StateTag, type StateLabels } from '../../state-tag';
import { ACTIONS } from '../labels';

interface StepCardProps {
  of: Pick<RuleRunStep, 'index' | 'type' | 'error'> & {
    input?: unknown;
    output?: unknown;
    warnings?: readonly RuleRunError[];
  };
  state: StateLabels;
}

export function StepCard({ of, state }: StepCardProps) {
  return (
    <li className="card">
      <div className="page-title">
        <h3 style={{ margin: 0 }}>
          {of.index + 1}. {ACTIONS[of.type].done}
        </h3>
        <StateTag of={state} />
      </div>
      {of.error !== null && (
        <Note tone="error">
          {of.error.message}
          {of.error.path !== null && <span className="mono"> {of.error.path}</span>}
        </Note>
      )}
      {of.warnings?.map(({ message, path }) => (
        <Note key={`${path ?? ''} ${message}`}>
          {message}
          {path !== null && <span className="mono"> {path}</span>}
        </Note>
      ))}
      <Value name="Input" of={of.input} />
      <Value name="Output" of={of.output} />
    </li>
  );
}

function Value({ name, of }: { name: string; of: unknown }) {
  if (of === null || of === undefined) return null;
  return (
    <div>
      <div className="dimmed automation-small">{name}</div>
      <CodeBlock code={JSON.stringify(of, null, 2)} language="json" label={name} />
    </div>
  );
}
