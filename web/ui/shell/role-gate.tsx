import { useMatches } from '@tanstack/react-router';
import { lazy, Suspense, type ReactNode } from 'react';

import type { Scope } from '../../../shared/access/scopes';
import { WORKSPACE_NAV } from './navigation';
import { can, useWorkspace } from './workspace';

const NoRight = lazy(async () => ({ default: (await import('./no-right')).NoRight }));

interface Guarded {
  label: string;
  to: string;
  scope?: Scope;
}

/** Pages that are no item of the rail and need more than the item they are below. */
const BELOW: readonly Guarded[] = [
  { label: 'The audit log', to: '/w/$ws/settings/audit', scope: 'audit:read' },
  { label: 'Usage', to: '/w/$ws/settings/usage', scope: 'usage:read' },
];
const PAGES: readonly Guarded[] = [...WORKSPACE_NAV.flatMap(({ items }) => items), ...BELOW];

/** Shows a page of the workspace to those whose role reads it, and to the others a sentence with whom to ask. */
export function RoleGate({ children }: { children: ReactNode }) {
  const workspace = useWorkspace();
  const path = useMatches({ select: (matches) => matches.at(-1)?.fullPath ?? '' }).replace(/\/$/, '');
  const closed = PAGES.find(
    ({ to, scope }) => (path === to || path.startsWith(`${to}/`)) && scope && !can(workspace, scope),
  );
  if (!closed?.scope) return children;
  return (
    <Suspense>
      <NoRight what={closed.label} scope={closed.scope} />
    </Suspense>
  );
}
