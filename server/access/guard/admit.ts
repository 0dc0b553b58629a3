import { ROLES, SCOPES_OF_ROLE, type Scope } from '../../../shared/access/scopes';
import type { KeyActor, UserActor } from '../../actor';
import type { RequestContext, WorkspaceContext } from '../../context';
import { scoped } from '../../db/scoped';
import { ApiError, insufficientScope } from '../../errors';
import { applyRate } from '../../limits/charge';
import type { Access, GuardedBy } from './access';
import { missingKey } from './key';

type Admitted = Pick<WorkspaceContext, 'actor' | 'workspaceId' | 'db'>;

const EVERY_MEMBER = { type: 'member', roles: ROLES } as const;

/** Throws 401, 403, 429. */
export function admit<C extends RequestContext>(
  ctx: C,
  meta: GuardedBy | undefined,
  type: 'query' | 'mutation' | 'subscription',
): C | (C & Admitted) {
  const access = meta?.access;
  if (!access) throw new Error('A procedure must say who may call it.');
  if (!meta.ownThrottle) charge(ctx, access);

  switch (access.type) {
    case 'public':
      return ctx;
    case 'key':
      return ctx.actor.type !== 'key' && access.members
        ? within(ctx, memberWith(ctx, EVERY_MEMBER, type))
        : within(ctx, keyOf(ctx));
    case 'scope':
      return ctx.actor.type === 'key'
        ? within(ctx, withScope(ctx.actor, access.scope))
        : within(ctx, memberWith(ctx, access, type));
    case 'session':
      personOf(ctx);
      return ctx;
    case 'member':
      return within(ctx, memberWith(ctx, access, type));
    case 'instance_admin': {
      const actor = personOf(ctx);
      if (!actor.instanceAdmin) throw new ApiError('insufficient_role');
      return ctx;
    }
    default:
      return access satisfies never;
  }
}

function charge(ctx: RequestContext, access: Access): void {
  const { actor, limits, origin } = ctx;
  const isPublic = access.type === 'public' && actor.type === 'anonymous';
  const result =
    actor.type === 'key'
      ? limits.chargeKey(actor, origin)
      : actor.type === 'user'
        ? limits.chargeSession(actor.sessionId)
        : isPublic
          ? limits.failures.charge(origin.ip)
          : undefined;
  if (result) applyRate(ctx, result);
}

function within<C extends RequestContext>(ctx: C, actor: KeyActor | UserActor): C & Admitted {
  const workspaceId = actor.type === 'key' ? actor.workspaceId : (actor.member?.workspaceId ?? '');
  // Mutated in place, since copying the context would dominate the cost of the guard.
  const admitted = ctx as C & Admitted;
  admitted.actor = actor;
  admitted.workspaceId = workspaceId;
  admitted.db = scoped(ctx.store, workspaceId);
  return admitted;
}

function keyOf({ actor }: RequestContext): KeyActor {
  if (actor.type === 'anonymous') throw missingKey();
  if (actor.type === 'user') throw new ApiError('insufficient_role', 'This operation needs an API key.');
  return actor;
}

function withScope(actor: KeyActor, scope: Scope): KeyActor {
  if (actor.scopes.has(scope)) return actor;
  throw insufficientScope([scope], `This operation needs the scope ${scope}.`);
}

function personOf({ actor, byKey }: RequestContext): UserActor {
  if (actor.type === 'user') return actor;
  if (actor.type === 'key')
    throw new ApiError('insufficient_role', 'This operation needs a user session; API keys are refused.');
  throw byKey ? missingKey() : new ApiError('session_required');
}

function memberWith(
  ctx: RequestContext,
  access: Access & { type: 'scope' | 'member' },
  type: 'query' | 'mutation' | 'subscription',
): UserActor {
  const actor = personOf(ctx);
  const { member } = actor;
  if (!member) {
    if (ctx.workspaceAsked === undefined) {
      throw new ApiError('validation_failed', {
        detail: 'Set the header `X-Workspace-Id` to the id of the workspace.',
        errors: [
          { in: 'header', pointer: '/X-Workspace-Id', code: 'required', message: 'Must be the id of a workspace.' },
        ],
      });
    }
    throw new ApiError('not_found');
  }
  const allowed = access.roles ? access.roles.includes(member.role) : SCOPES_OF_ROLE[member.role].has(scopeOf(access));
  if (!allowed) throw new ApiError('insufficient_role', `Your role \`${member.role}\` does not allow this operation.`);
  if (member.workspaceState === 'suspended' && type === 'mutation') throw new ApiError('workspace_suspended');
  return actor;
}

const scopeOf = (access: Access): Scope => (access.type === 'scope' ? access.scope : 'workspace:read');
