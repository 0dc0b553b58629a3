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

const PlaceContext = createContext<Place | undefined>(undefined);

export function PlaceProvider({ place, children }: { place: Place; children: ReactNode }) {
  return <PlaceContext value={place}>{children}</PlaceContext>;
}

function usePlace(): Place {
  const place = use(PlaceContext);
  if (!place) throw new Error('There is no workspace around this.');
  return place;
}

/** The workspace of the address, with the person’s role in it. */
export const useWorkspace = (): OwnWorkspace => usePlace().workspace;
export const useUser = (): User => usePlace().user;

/** Whether the person may do what needs `scope` here; in a suspended workspace, whether they may still read. */
export function useCan(): (scope: Scope) => boolean {
  const { workspace } = usePlace();
  return (scope) => can(workspace, scope);
}

export const can = ({ role, state }: Pick<OwnWorkspace, 'role' | 'state'>, scope: Scope): boolean =>
  SCOPES_OF_ROLE[role].has(scope) && (state === 'active' || scope.endsWith(':read'));

/** For what has no scope: members, invitations, deletion. */
export function useHasRole(...roles: Role[]): boolean {
  const { workspace } = usePlace();
  return workspace.state === 'active' && roles.includes(workspace.role);
}
