import { createContext, use, type ReactNode } from 'react';

import { SCOPES_OF_ROLE, type Role, type Scope } from '../../../shared/access/scopes';
import type { Outputs } from '../../trpc';

export type MemberWorkspace = Outputs['workspaces']['list']['data'][number];
export type User = Outputs['account']['get']['user'];

interface WorkspaceContext {
  user: User;
  workspace: MemberWorkspace;
  workspaces: MemberWorkspace[];
}

export const CurrentWorkspace = createContext<WorkspaceContext | undefined>(undefined);

export function WorkspaceProvider({ place: value, children }: { place: WorkspaceContext; children: ReactNode }) {
  return <CurrentWorkspace value={value}>{children}</CurrentWorkspace>;
}

function useCurrentWorkspace(): WorkspaceContext {
  const value = use(CurrentWorkspace);
  if (!value) throw new Error('There is no workspace around this.');
  return value;
}

export const useWorkspace = (): MemberWorkspace => useCurrentWorkspace().workspace;
export const useUser = (): User => useCurrentWorkspace().user;

/** In a suspended workspace only reading is allowed. */
export function useCan(): (scope: Scope) => boolean {
  const { workspace } = useCurrentWorkspace();
  return (scope) => can(workspace, scope);
}

export const can = ({ role, status }: Pick<MemberWorkspace, 'role' | 'status'>, scope: Scope): boolean =>
  SCOPES_OF_ROLE[role].has(scope) && (status === 'active' || scope.endsWith(':read'));

/** For what has no scope: members, invitations, deletion. */
export function useHasRole(...roles: Role[]): boolean {
  const { workspace } = useCurrentWorkspace();
  return workspace.status === 'active' && roles.includes(workspace.role);
}
