import { and, asc, eq, inArray } from 'drizzle-orm';

import { canManage, type Role, ROLES } from '../../../shared/access/scopes';
import type { ScopedDb } from '../../db/scoped';
import type { NewEvent } from '../../events/emit';
import { audit } from '../audit/write';
import type { AccessRequest } from '../context';
import { invitations } from '../schema/workspaces';
import { invitationTarget, presentInvitation } from './present';
import { isPending } from './select';

/** `role` is the new role, undefined for none. The caller emits the returned events. */
export async function withdrawInvitations(
  ctx: AccessRequest,
  tx: ScopedDb,
  madeBy: string,
  role: Role | undefined,
): Promise<NewEvent[]> {
  const lost = ROLES.filter((given) => role === undefined || !canManage(role, given));
  if (lost.length === 0) return [];
  const now = ctx.now();
  const where = and(isPending(now), eq(invitations.createdBy, madeBy), inArray(invitations.role, lost));
  const pending = await tx.select(invitations, { where, orderBy: [asc(invitations.id)], lock: true });
  if (pending.length === 0) return [];

  const ids = pending.map(({ id }) => id);
  const revoked = await tx.update(invitations, inArray(invitations.id, ids), { revokedAt: now });
  for (const row of revoked) {
    await audit(ctx, tx, 'invitation.revoked', invitationTarget(row), { reason: 'inviter_may_not_give_role' });
  }
  return revoked.map((row) => ({ type: 'invitation.revoked', data: presentInvitation(row, now) }));
}
