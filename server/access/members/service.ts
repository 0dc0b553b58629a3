import { eq } from 'drizzle-orm';

import type { ListMembers, Member, UpdateMember } from '../../../shared/access/members';
import type { Role } from '../../../shared/access/scopes';
import type { Page } from '../../../shared/page';
import type { ScopedDb } from '../../db/scoped';
import { emit } from '../../events/emit';
import { pageOfRows } from '../../paging';
import { requireVersion } from '../../preconditions';
import { audit } from '../audit/write';
import type { AccessContext } from '../context';
import { invalidateRights } from '../guard/invalidate-rights';
import { withdrawInvitations } from '../invitations/withdraw';
import type { MemberRow } from '../queries/members';
import { members } from '../schema/workspaces';
import { endCreations } from './creations';
import { memberTarget, presentMembers } from './present';
import { lockMembers, requireCanManage, requireOtherOwner, requireStepUpForRole, type MemberContext } from './rules';

export async function listMembers(ctx: AccessContext, { limit, cursor }: ListMembers): Promise<Page<Member>> {
  const request = { limit, cursor, order: 'asc' as const, filters: {} };
  return pageOfRows(ctx.db, members, request, (rows) => presentMembers(ctx.store, rows));
}

export async function getMember(ctx: AccessContext, memberId: string): Promise<Member> {
  return presentOne(ctx.db, await ctx.db.require(members, memberId));
}

export const countMembers = (ctx: AccessContext): Promise<number> => ctx.db.count(members);

/** Throws 422 without a decision about keys and webhooks that exceed the new role, 403, and 409 for the last owner. */
export async function updateMember(
  ctx: MemberContext,
  { member_id, role, ...decisions }: UpdateMember,
): Promise<Member> {
  return ctx.db.transaction(async (tx) => {
    const locked = await lockMembers(ctx, tx, member_id);
    requireVersion(ctx, locked.target.version);
    requireCanManage(locked.actor.role, locked.target.role);
    requireCanManage(locked.actor.role, role);
    if (locked.target.role !== role) requireStepUpForRole(ctx, role);
    if (locked.target.role === role) return presentOne(tx, locked.target);
    requireOtherOwner(locked);

    const { revoked, events } = await endCreations(ctx, tx, locked.target, decisions, role);
    const changed = await changeRole(ctx, tx, locked.target, role);
    const withdrawn = await withdrawInvitations(ctx, tx, changed.user_id, role);
    await emit(ctx, tx, [...events, ...withdrawn, { type: 'member.updated', data: changed }]);
    await invalidateRights(ctx, tx.store, [
      ...revoked.map((key) => ({ kind: 'key' as const, ref: key.id })),
      { kind: 'user', ref: changed.user_id },
    ]);
    return changed;
  });
}

export async function changeRole(ctx: MemberContext, tx: ScopedDb, row: MemberRow, role: Role): Promise<Member> {
  const [changed = row] = await tx.update(members, eq(members.id, row.id), { role, version: row.version + 1 });
  const member = await presentOne(tx, changed);
  await audit(ctx, tx, 'member.updated', memberTarget(member), { before: { role: row.role }, after: { role } });
  return member;
}

export async function presentOne(db: ScopedDb, row: MemberRow): Promise<Member> {
  const [member] = await presentMembers(db.store, [row]);
  if (!member) throw new Error('One row gives one member.');
  return member;
}
