import { createContext, use, type ReactNode } from 'react';

import { SCOPES_OF_ROLE, type Role, type Scope } from '../../../shared/access/scopes';
import type { Outputs } from '../../trpc';

export type OwnWorkspace = Outputs['workspaces']['list']['data'][number];
export type User = Outputs['account']['get']['user'];

interface Place {
  user: User;
  workspace: OwnWorkspace;
  workspaces: OwnWorkspace[];
}

const CurrentWorkspace = createContext<Place | undefined>(undefined);

export function WorkspaceProvider({ place, children }: { place: Place; children: ReactNode }) {
  return <CurrentWorkspace value={place}>{children}</CurrentWorkspace>;
}

function useCurrentWorkspace(): Place {
  const place = use(CurrentWorkspace);
  if (!place) throw new Error('There is no workspace around this.');
  return place;
}

export const useWorkspace = (): OwnWorkspace => useCurrentWorkspace().workspace;
export const useUser = (): User => useCurrentWorkspace().user;

/** In a suspended workspace only reading is allowed. */
export function useCan(): (scope: Scope) => boolean {
  const { workspace } = useCurrentWorkspace();
  return (scope) => can(workspace, scope);
}

export const can = ({ role, status }: Pick<OwnWorkspace, 'role' | 'status'>, scope: Scope): boolean =>
  SCOPES_OF_ROLE[role].has(scope) && (status === 'active' || scope.endsWith(':read'));

/** For what has no scope: members, invitations, deletion. */
export function useHasRole(...roles: Role[]): boolean {
  const { workspace } = useCurrentWorkspace();
  return workspace.status === 'active' && roles.includes(workspace.role);
}
