import type { Member, MemberId } from '../../../shared/access/members';
import { ApiError } from '../../errors';
import { emit } from '../../events/emit';
import { requireStepUp } from '../accounts/step-up';
import { audit } from '../audit/write';
import { invalidateRights } from '../guard/invalidate-rights';
import { withdrawInvitations } from '../invitations/withdraw';
import { findPeople } from '../system/accounts';
import { memberTarget, memberPerson, presentMember } from './present';
import { lockMembers, requireCanManage, type MemberContext } from './rules';
import { changeRole } from './service';

/** The previous owner becomes an admin. Throws 403 `step_up_required`. */
export async function transferOwnership(ctx: MemberContext, { member_id }: MemberId): Promise<Member> {
  requireStepUp(ctx);
  return ctx.db.transaction(async (tx) => {
    const { actor, target } = await lockMembers(ctx, tx, member_id);
    requireCanManage(actor.role, 'owner');
    if (actor.id === target.id) throw new ApiError('invalid_state', 'You already own this workspace.');
    const person = memberPerson(await findPeople(tx.store, [target.userId]), target);
    if (person.status !== 'active') throw new ApiError('invalid_state', 'The account of this member is suspended.');

    const changed = target.role === 'owner' ? [] : [await changeRole(ctx, tx, target, 'owner')];
    const before = await changeRole(ctx, tx, actor, 'admin');
    const withdrawn = await withdrawInvitations(ctx, tx, actor.userId, 'admin');
    const owner = changed[0] ?? presentMember(target, person);
    await audit(ctx, tx, 'workspace.transferred', memberTarget(owner));
    await emit(ctx, tx, [
      ...withdrawn,
      ...[...changed, before].map((data) => ({ type: 'member.updated' as const, data })),
    ]);
    await invalidateRights(ctx, tx.store, [
      { kind: 'user', ref: owner.user_id },
      { kind: 'user', ref: before.user_id },
    ]);
    return owner;
  });
}
