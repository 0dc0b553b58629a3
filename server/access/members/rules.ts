import { asc, eq, inArray, or } from 'drizzle-orm';

import { canManage, type Role } from '../../../shared/access/scopes';
import type { ScopedDb } from '../../db/scoped';
import { ApiError } from '../../errors';
import { requireStepUp } from '../accounts/step-up';
import type { AccessSession, AccessContext } from '../context';
import type { MemberRow } from '../queries/members';
import { members } from '../schema/workspaces';

export type MemberContext = AccessContext & AccessSession;

export function memberIdOf({ actor }: MemberContext): string {
  if (!actor.member) throw new ApiError('not_found');
  return actor.member.memberId;
}

/** Throws 403. */
export function requireCanManage(actor: Role, role: Role): void {
  if (canManage(actor, role)) return;
  throw new ApiError('insufficient_role', `Your role is ${actor}. You cannot grant or remove the role ${role}.`);
}

/** Both roles may do everything that needs a step-up. Throws 403 `step_up_required`. */
export function requireStepUpForRole(ctx: MemberContext, role: Role): void {
  if (role === 'owner' || role === 'admin') requireStepUp(ctx);
}

/** Read in the transaction, since the role may have changed after the guard. */
export async function currentRole(ctx: MemberContext, tx: ScopedDb): Promise<Role> {
  const row = await tx.get(members, memberIdOf(ctx));
  if (!row) throw new ApiError('insufficient_role', 'You are no longer a member of this workspace.');
  return row.role;
}

interface LockedMembers {
  actor: MemberRow;
  target: MemberRow;
  owners: number;
}

/** Locks caller, target and every owner in a fixed order, which prevents deadlocks. Throws 404. */
export async function lockMembers(ctx: MemberContext, tx: ScopedDb, targetId: string): Promise<LockedMembers> {
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

/** Throws 409. */
export function requireOtherOwner({ target, owners }: LockedMembers): void {
  if (target.role !== 'owner' || owners > 1) return;
  throw new ApiError('invalid_state', 'A workspace must have at least one owner, and this member is the last one.');
}
