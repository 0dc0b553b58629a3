import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';

import {
  inOrder,
  isAdminScope,
  SCOPES,
  SCOPES_OF_KIND,
  SCOPES_OF_ROLE,
  type KeyKind,
  type Scope,
} from '../../../shared/scopes';
import { useWorkspace } from '../../ui/shell/workspace';
import { Tag } from '../../ui/tag';

import './keys.css';

interface ScopePickerProps {
  kind: KeyKind;
  value: readonly Scope[];
  onChange: (scopes: Scope[]) => void;
  error?: ReactNode;
}

const resourceOf = (scope: Scope): string => scope.split(':', 1)[0] ?? scope;

/** Scopes by resource. `write` holds `read` of the same resource, so that is ticked with it. */
export function ScopePicker({ kind, value, onChange, error }: ScopePickerProps) {
  const { role } = useWorkspace();
  const mayGive = (scope: Scope) => SCOPES_OF_ROLE[role].has(scope) && !(role === 'developer' && isAdminScope(scope));
  const resources = Map.groupBy(SCOPES_OF_KIND[kind], resourceOf);
  const toggle = (scope: Scope, isOn: boolean) =>
    onChange(isOn ? inOrder([...value, scope]) : value.filter((one) => one !== scope));

  return (
    <fieldset className="keys-scopes" aria-describedby={error ? 'scopes-error' : undefined}>
      <legend>Scopes</legend>
      {error && (
        <div id="scopes-error" className="keys-error" role="alert">
          {error}
        </div>
      )}
      {[...resources].map(([resource, scopes]) => (
        <div key={resource} className="keys-resource">
          <span className="mono">{resource}</span>
          <div>
            {scopes.map((scope) => {
              const isImplied = scope.endsWith(':read') && value.includes(scope.replace(/:read$/, ':write') as Scope);
              return (
                <Checkbox
                  key={scope}
                  size="xs"
                  label={
                    <>
                      {scope.split(':')[1] ?? 'use'} {isAdminScope(scope) && <Tag tone="warning">admin</Tag>}
                      <span className="visually-hidden"> {resource}</span>
                    </>
                  }
                  title={mayGive(scope) ? SCOPES[scope] : `${SCOPES[scope]} Your role does not hold it.`}
                  checked={isImplied || value.includes(scope)}
                  disabled={isImplied || !mayGive(scope)}
                  onChange={(event) => toggle(scope, event.currentTarget.checked)}
                />
              );
            })}
          </div>
        </div>
      ))}
    </fieldset>
  );
}
