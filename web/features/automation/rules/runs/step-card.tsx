import type { ReactNode } from 'react';

import type { RuleRunError, RuleRunStep } from '../../../../../shared/automation/rule-run';
import { issueText } from '../../../../i18n/labels';
import { CodeBlock } from '../../../../ui/code/code-block';
import { InlineCode } from '../../../../ui/code/inline-code';
import { Note } from '../../../../ui/tag';
import { StateTag, type StateLabels } from '../../state-tag';
import { actionName } from '../labels';
import { t } from '../texts';

interface StepCardProps {
  of: Pick<RuleRunStep, 'index' | 'type' | 'error'> & {
    input?: unknown;
    output?: unknown;
    warnings?: readonly RuleRunError[];
  };
  state: StateLabels;
  /** What it says, in one line. */
  children?: ReactNode;
  /** Shows what it got and what it made only when asked. */
  isFolded?: boolean;
}

export function StepCard({ of, state, children, isFolded = false }: StepCardProps) {
  const values = (
    <>
      <Value name={t('input')} of={of.input} />
      <Value name={t('output')} of={of.output} />
    </>
  );
  const isEmpty = (of.input ?? of.output ?? null) === null;
  return (
    <li className="card">
      <div className="page-title">
        <h3 style={{ margin: 0 }}>
          {of.index + 1}. {actionName(of.type)}
        </h3>
        <StateTag of={state} />
      </div>
      {children}
      {of.error !== null && (
        <Note tone="error">
          <InlineCode text={issueText(of.error.message)} />
          {of.error.path !== null && <span className="mono"> {of.error.path}</span>}
        </Note>
      )}
      {of.warnings?.map(({ message, path }) => (
        <Note key={`${path ?? ''} ${message}`}>
          {message}
          {path !== null && <span className="mono"> {path}</span>}
        </Note>
      ))}
      {isFolded && !isEmpty ? (
        <details className="rule-data">
          <summary>{t('data')}</summary>
          {values}
        </details>
      ) : (
        values
      )}
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
