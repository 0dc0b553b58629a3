import type { Role, Scope } from '../../../shared/access/scopes';

export type Access =
  /** A key with the scope, or a member whose role includes it (or is one of `roles`). */
  | { type: 'scope'; scope: Scope; roles?: readonly Role[] }
  /** Any valid key; with `members` also every member of the workspace. */
  | { type: 'key'; members?: true }
  | { type: 'public' }
  | { type: 'session' }
  | { type: 'member'; roles: readonly Role[] }
  | { type: 'instance_admin' };

export interface GuardedBy {
  access?: Access;
  /** The service limits its calls itself; the guard does not. */
  ownThrottle?: true;
}
