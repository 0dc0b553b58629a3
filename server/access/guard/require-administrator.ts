import type { WorkspaceContext } from '../../context';
import { ApiError } from '../../errors';

/** Only owners and admins can make a key with full access. Throws 403; `what` begins the sentence. */
export function requireAdministrator({ actor }: Pick<WorkspaceContext, 'actor'>, what: string): void {
  if (actor.type === 'user') {
    const role = actor.member?.role;
    if (role === 'owner' || role === 'admin') return;
    throw new ApiError('insufficient_role', `${what} needs the role owner or admin.`);
  }
  if (actor.fullAccess) return;
  throw new ApiError('grant_exceeds_caller', `${what} needs a key with full access.`);
}
