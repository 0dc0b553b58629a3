import { asc, eq, inArray, or } from 'drizzle-orm';

import { canManage, type Role } from '../../../shared/access/scopes';
import type { ScopedDb } from '../../db/scoped';
import { ApiError } from '../../errors';
import { requireStepUp } from '../accounts/step-up';
import type { AccessSession, AccessContext } from '../context';
import type { MemberRow } from '../queries/members';
import { members } from '../schema/workspaces';

/** What a service works with that only a signed-in member of the workspace may call. */
export type MemberContext = AccessContext & AccessSession;

/** The caller’s membership, as the guard saw it. */
export function memberIdOf({ actor }: MemberContext): string {
  if (!actor.member) throw new ApiError('not_found');
  return actor.member.memberId;
}

/** Throws 403 unless a member with the role `actor` may give `role`, take it, or change who has it. */
export function requireCanManage(actor: Role, role: Role): void {
  if (canManage(actor, role)) return;
  throw new ApiError('insufficient_role', `Your role is ${actor}. You cannot grant or remove the role ${role}.`);
}

/**
 * Owners and admins may do everything that asks for the password again, so whoever makes somebody one of them has given
 * it lately. Throws 403 `step_up_required`.
 */
export function requireStepUpForRole(ctx: MemberContext, role: Role): void {
  if (role === 'owner' || role === 'admin') requireStepUp(ctx);
}

/** The caller’s role as it is now, in the transaction: it may have changed since the guard looked. */
export async function currentRole(ctx: MemberContext, tx: ScopedDb): Promise<Role> {
  const row = await tx.get(members, memberIdOf(ctx));
  if (!row) throw new ApiError('insufficient_role', 'You are no longer a member of this workspace.');
  return row.role;
}

interface Held {
  /** The caller’s own row. */
  actor: MemberRow;
  target: MemberRow;
  /** How many owners there are. */
  owners: number;
}

/**
 * Holds the rows that decide a change of members: the caller’s, the target’s and every owner’s. All at once and in one
 * order, so that two changes cannot wait for each other. Throws 404 when there is no such member.
 */
export async function holdMembers(ctx: MemberContext, tx: ScopedDb, targetId: string): Promise<Held> {
  const actorId = memberIdOf(ctx);
  const rows = await tx.select(members, {
    where: or(eq(members.role, 'owner'), inArray(members.id, [actorId, targetId])),
    orderBy: [asc(members.id)],
    lock: true,
  });
  const actor = rows.find((row) => row.id === actorId);
  const target = rows.find((row) => row.id === targetId);
  if (!actor) throw new ApiError('insufficient_role', 'You are no longer a member of this workspace.');
  if (!target) throw new ApiError('not_found');
  return { actor, target, owners: rows.filter((row) => row.role === 'owner').length };
}

/** Throws 409 when the last owner would be lost. */
export function requireOtherOwner({ target, owners }: Held): void {
  if (target.role !== 'owner' || owners > 1) return;
  throw new ApiError('invalid_state', 'A workspace must have at least one owner, and this member is the last one.');
}
