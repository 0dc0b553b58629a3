import { and, eq, ne } from 'drizzle-orm';

import type { Member, RemoveMember } from '../../../shared/access/members';
import type { ScopedDb } from '../../db/scoped';
import { ApiError } from '../../errors';
import { emit, type NewEvent } from '../../events/emit';
import { requireStepUp } from '../accounts/step-up';
import { audit } from '../audit/write';
import { invalidateRights } from '../guard/invalidate-rights';
import { withdrawInvitations } from '../invitations/withdraw';
import type { MemberRow } from '../queries/members';
import { members } from '../schema/workspaces';
import { endCreations } from './creations';
import { memberTarget } from './present';
import { lockMembers, memberIdOf, requireCanManage, requireOtherOwner, type MemberContext } from './rules';
import { presentOne } from './service';

/** Throws 422 without a decision about the person's active keys and webhooks. */
export async function removeMember(ctx: MemberContext, { member_id, keys, webhooks }: RemoveMember): Promise<Member> {
  return ctx.db.transaction(async (tx) => {
    const locked = await lockMembers(ctx, tx, member_id);
    if (locked.target.id === locked.actor.id)
      throw new ApiError('invalid_state', 'You cannot remove yourself. Leave the workspace instead.');
    requireCanManage(locked.actor.role, locked.target.role);
    requireOtherOwner(locked);

    const { revoked, events } = await endCreations(ctx, tx, locked.target, { keys, webhooks });
    const { member, withdrawn } = await removeFromWorkspace(ctx, tx, locked.target, {
      keys: keys ?? 'keep',
      webhooks: webhooks ?? 'keep',
    });
    await emit(ctx, tx, [...events, ...withdrawn, { type: 'member.removed', data: member }]);
    await invalidateRights(ctx, tx.store, [
      ...revoked.map((key) => ({ kind: 'key' as const, ref: key.id })),
      { kind: 'user', ref: member.user_id },
    ]);
    return member;
  });
}

/** Keys stay, since they belong to the workspace. Throws 409 for the last owner. */
export async function leaveWorkspace(ctx: MemberContext): Promise<Member> {
  return ctx.db.transaction(async (tx) => {
    const locked = await lockMembers(ctx, tx, memberIdOf(ctx));
    requireOtherOwner(locked);
    if (await isLastAdmin(tx, locked.target)) requireStepUp(ctx);

    const { member, withdrawn } = await removeFromWorkspace(ctx, tx, locked.target, { left: true });
    await emit(ctx, tx, [...withdrawn, { type: 'member.removed', data: member }]);
    await invalidateRights(ctx, tx.store, [{ kind: 'user', ref: member.user_id }]);
    return member;
  });
}

async function isLastAdmin(tx: ScopedDb, { id, role }: MemberRow): Promise<boolean> {
  if (role !== 'admin') return false;
  return (await tx.count(members, and(eq(members.role, 'admin'), ne(members.id, id)))) === 0;
}

async function removeFromWorkspace(
  ctx: MemberContext,
  tx: ScopedDb,
  row: MemberRow,
  changes: Record<string, unknown>,
): Promise<{ member: Member; withdrawn: NewEvent[] }> {
  const member = await presentOne(tx, row);
  await tx.delete(members, eq(members.id, row.id));
  await audit(ctx, tx, 'member.removed', memberTarget(member), { ...changes, role: row.role });
  return { member, withdrawn: await withdrawInvitations(ctx, tx, row.userId, undefined) };
}
