import { asc, eq } from 'drizzle-orm';

import type { Invitation, InvitationId, ListInvitations } from '../../../shared/access/invitations';
import type { Page } from '../../../shared/page';
import type { ScopedDb } from '../../db/scoped';
import { ApiError } from '../../errors';
import { emit } from '../../events/emit';
import { pageOfRows } from '../../paging';
import { audit } from '../audit/write';
import type { AccessContext } from '../context';
import { currentRole, requireCanManage, type MemberContext } from '../members/rules';
import { lockWorkspace } from '../queries/workspaces';
import { invitations } from '../schema/workspaces';
import { invitationTarget, presentInvitation } from './present';
import { isInStatus, isPending } from './select';

export async function listInvitations(
  ctx: AccessContext,
  { limit, cursor, status }: ListInvitations,
): Promise<Page<Invitation>> {
  const now = ctx.now();
  const where = status && isInStatus(status, now);
  return pageOfRows(ctx.db, invitations, { limit, cursor, where, filters: { status } }, (rows) =>
    rows.map((row) => presentInvitation(row, now)),
  );
}

export const countPendingInvitations = (ctx: AccessContext): Promise<number> =>
  ctx.db.count(invitations, isPending(ctx.now()));

/** Idempotent. Throws 403, 404, 409 for an accepted invitation. */
export async function revokeInvitation(ctx: MemberContext, { invitation_id }: InvitationId): Promise<Invitation> {
  return ctx.db.transaction(async (tx) => {
    await lockWorkspace(tx.store, ctx.workspaceId);
    const row = await tx.require(invitations, invitation_id, { lock: true });
    requireCanManage(await currentRole(ctx, tx), row.role);
    const now = ctx.now();
    if (row.acceptedAt) throw new ApiError('invalid_state', 'The invitation was already accepted.');
    if (row.revokedAt) return presentInvitation(row, now);

    const [revoked = row] = await tx.update(invitations, eq(invitations.id, row.id), { revokedAt: now });
    const invitation = presentInvitation(revoked, now);
    await audit(ctx, tx, 'invitation.revoked', invitationTarget(row));
    await emit(ctx, tx, [{ type: 'invitation.revoked', data: invitation }]);
    return invitation;
  });
}

/** Call it in the transaction that deletes the workspace; the caller emits the events. */
export async function revokePendingInvitations(ctx: Pick<AccessContext, 'now'>, tx: ScopedDb): Promise<Invitation[]> {
  const now = ctx.now();
  const pending = await tx.select(invitations, { where: isPending(now), orderBy: [asc(invitations.id)], lock: true });
  if (pending.length === 0) return [];
  const revoked = await tx.update(invitations, isPending(now), { revokedAt: now });
  return revoked.map((row) => presentInvitation(row, now));
}
