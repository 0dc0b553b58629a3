import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';

import { SCOPE_LABELS } from '../../../../shared/access/scope-labels';
import {
  expandScopes,
  inOrder,
  isAdminScope,
  SCOPES_OF_KIND,
  SCOPES_OF_ROLE,
  type KeyKind,
  type Scope,
} from '../../../../shared/access/scopes';
import { labelOf } from '../../../i18n/labels';
import { useOperations, type OperationSummary } from '../../../ui/code/operations';
import { useWorkspace } from '../../../ui/shell/workspace';
import { Tag } from '../../../ui/tag';
import { t } from './texts';

import '../keys.css';

interface ScopePickerProps {
  kind: KeyKind;
  value: readonly Scope[];
  onChange: (scopes: Scope[]) => void;
  error?: ReactNode;
}

const labelOfScope = (scope: Scope): string => labelOf('scopes', scope, SCOPE_LABELS[scope]);
const resourceOf = (scope: Scope): string => scope.split(':', 1)[0] ?? scope;

export function ScopePicker({ kind, value, onChange, error }: ScopePickerProps) {
  const { role } = useWorkspace();
  const operations = Object.values(useOperations() ?? {});
  const mayGive = (scope: Scope) => SCOPES_OF_ROLE[role].has(scope) && !(role === 'developer' && isAdminScope(scope));
  const resources = Map.groupBy(SCOPES_OF_KIND[kind], resourceOf);
  const held = expandScopes(value);
  const firstGiven = SCOPES_OF_KIND[kind].find(mayGive);
  const toggle = (scope: Scope, isOn: boolean) =>
    onChange(isOn ? inOrder([...value, scope]) : value.filter((one) => one !== scope));

  return (
    <fieldset className="keys-scopes" aria-describedby={error ? 'scopes-error' : undefined}>
      <legend>{t('scopes')}</legend>
      {error && (
        <div id="scopes-error" className="keys-error" role="alert">
          {error}
        </div>
      )}
      {[...resources].map(([resource, scopes]) => (
        <div key={resource} className="keys-resource">
          <span className="mono">{resource}</span>
          {scopes.map((scope) => {
            const isImplied = expandScopes(value.filter((one) => one !== scope)).has(scope);
            return (
              <div key={scope} className="keys-scope">
                <Checkbox
                  size="xs"
                  label={
                    <>
                      <span className="mono">{scope.split(':')[1] ?? 'use'}</span>
                      <span className="visually-hidden"> {resource}</span> {isAdminScope(scope) && <AdminTag />}
                    </>
                  }
                  description={mayGive(scope) ? labelOfScope(scope) : t('notInRole', { scope: labelOfScope(scope) })}
                  checked={held.has(scope)}
                  disabled={isImplied || !mayGive(scope)}
                  // One field has to take the focus when the whole group is refused.
                  {...(error && scope === firstGiven ? { 'aria-invalid': true } : {})}
                  onChange={(event) => toggle(scope, event.currentTarget.checked)}
                />
                <Opened by={operations.filter((operation) => operation.scopes.includes(scope))} />
              </div>
            );
          })}
        </div>
      ))}
    </fieldset>
  );
}

const AdminTag = () => <Tag tone="warning">{t('admin')}</Tag>;

function Opened({ by }: { by: OperationSummary[] }) {
  if (by.length === 0) return null;
  return (
    <details className="keys-opened">
      <summary>{t('endpointCount', { count: by.length })}</summary>
      <ul>
        {by.map(({ method, path, summary }) => (
          <li key={`${method} ${path}`} title={summary}>
            <span className="mono keys-method">{method}</span>
            <span className="mono keys-path">{path}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
