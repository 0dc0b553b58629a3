import { useMatches } from '@tanstack/react-router';
import { lazy, Suspense, type ReactNode } from 'react';

import type { Scope } from '../../../shared/access/scopes';
import { WORKSPACE_NAV } from './navigation';
import { can, useWorkspace } from './workspace';

const MissingPermission = lazy(async () => ({ default: (await import('./missing-permission')).MissingPermission }));

interface Guarded {
  label: string;
  to: string;
  scope?: Scope;
}

/** Pages without an item in the rail that need more permissions than their parent. */
const BELOW: readonly Guarded[] = [
  { label: 'The audit log', to: '/w/$ws/settings/audit', scope: 'audit:read' },
  { label: 'Usage', to: '/w/$ws/settings/usage', scope: 'usage:read' },
];
const PAGES: readonly Guarded[] = [...WORKSPACE_NAV.flatMap(({ items }) => items), ...BELOW];

export function RoleGate({ children }: { children: ReactNode }) {
  const workspace = useWorkspace();
  const path = useMatches({ select: (matches) => matches.at(-1)?.fullPath ?? '' }).replace(/\/$/, '');
  const closed = PAGES.find(
    ({ to, scope }) => (path === to || path.startsWith(`${to}/`)) && scope && !can(workspace, scope),
  );
  if (!closed?.scope) return children;
  return (
    <Suspense>
      <MissingPermission what={closed.label} scope={closed.scope} />
    </Suspense>
  );
}
