import { SCOPES_OF_ROLE, type Scope } from '../../../shared/access/scopes';
import type { WorkspaceContext } from '../../context';
import { ApiError, insufficientScope } from '../../errors';

/** Throws 403 when a part of an operation needs a further scope. */
export function requireScope({ actor }: Pick<WorkspaceContext, 'actor'>, scope: Scope): void {
  if (actor.type === 'user') {
    if (actor.member && SCOPES_OF_ROLE[actor.member.role].has(scope)) return;
    throw new ApiError('insufficient_role', `Your role does not have ${scope}.`);
  }
  if (actor.scopes.has(scope)) return;
  throw insufficientScope([scope], `This needs the scope ${scope}.`);
}

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
