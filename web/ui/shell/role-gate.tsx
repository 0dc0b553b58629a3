import { useMatches } from '@tanstack/react-router';
import { Suspense, type ReactNode } from 'react';

import type { Scope } from '../../../shared/access/scopes';
import { lazyPart } from '../lazy-parts';
import { WORKSPACE_NAV } from './navigation';
import { t } from './texts';
import { can, useWorkspace } from './workspace';

const MissingPermission = lazyPart(async () => (await import('./on-demand/missing-permission')).MissingPermission);

interface Guarded {
  label: () => string;
  to: string;
  scope?: Scope;
}

/** Pages without an item in the rail that need other permissions than the item that is lit. */
const BELOW: readonly Guarded[] = [
  { label: () => t('events'), to: '/w/$ws/events', scope: 'events:read' },
  { label: () => t('deliveries'), to: '/w/$ws/deliveries', scope: 'webhooks:read' },
  { label: () => t('auditLog'), to: '/w/$ws/settings/audit', scope: 'audit:read' },
  { label: () => t('usage'), to: '/w/$ws/settings/usage', scope: 'usage:read' },
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
      <MissingPermission what={closed.label()} scope={closed.scope} />
    </Suspense>
  );
}
