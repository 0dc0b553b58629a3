import { eq } from 'drizzle-orm';

import type { ListMembers, Member, UpdateMember } from '../../../shared/members';
import type { Page } from '../../../shared/page';
import type { Role } from '../../../shared/scopes';
import { narrowRights } from '../../auth/changes';
import type { WorkspaceContext } from '../../context';
import { members } from '../../db/schema';
import type { ScopedDb } from '../../db/scoped';
import type { MemberRow } from '../../db/unscoped/members';
import { emit } from '../../events/emit';
import { pageOfRows } from '../../paging';
import { requireVersion } from '../../preconditions';
import { audit } from '../audit/write';
import { memberTarget, presentMembers } from './present';
import { holdMembers, requireCanManage, requireOtherOwner, type MemberContext } from './rules';

export async function listMembers(ctx: WorkspaceContext, { limit, cursor }: ListMembers): Promise<Page<Member>> {
  const request = { limit, cursor, order: 'asc' as const, filters: {} };
  const page = await pageOfRows(ctx.db, members, request, (row) => row);
  return { ...page, data: await presentMembers(ctx.store, page.data) };
}

export async function getMember(ctx: WorkspaceContext, memberId: string): Promise<Member> {
  return presentOne(ctx.db, await ctx.db.require(members, memberId));
}

export const countMembers = (ctx: WorkspaceContext): Promise<number> => ctx.db.count(members);

/** Gives a member another role. Throws 403, and 409 when the last owner would be lost. */
export async function updateMember(ctx: MemberContext, { member_id, role }: UpdateMember): Promise<Member> {
  return ctx.db.transaction(async (tx) => {
    const held = await holdMembers(ctx, tx, member_id);
    requireVersion(ctx, held.target.version);
    requireCanManage(held.actor.role, held.target.role);
    requireCanManage(held.actor.role, role);
    if (held.target.role === role) return presentOne(tx, held.target);
    requireOtherOwner(held);

    const changed = await changeRole(ctx, tx, held.target, role);
    await emit(ctx, tx.store, ctx.workspaceId, [{ type: 'member.updated', data: changed }]);
    await narrowRights(ctx, tx.store, [{ kind: 'user', ref: changed.user_id }]);
    return changed;
  });
}

/** Writes a role and its audit entry on a row that is held; the caller goes on with event and rights. */
export async function changeRole(ctx: MemberContext, tx: ScopedDb, row: MemberRow, role: Role): Promise<Member> {
  const [changed = row] = await tx.update(members, eq(members.id, row.id), { role, version: row.version + 1 });
  const member = await presentOne(tx, changed);
  await audit(ctx, tx.store, {
    workspaceId: ctx.workspaceId,
    action: 'member.updated',
    target: memberTarget(member),
    changes: { before: { role: row.role }, after: { role } },
  });
  return member;
}

export async function presentOne(db: ScopedDb, row: MemberRow): Promise<Member> {
  const [member] = await presentMembers(db.store, [row]);
  if (!member) throw new Error('One row gives one member.');
  return member;
}
