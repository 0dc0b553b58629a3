import { eq } from 'drizzle-orm';

import type { InvitationPreview, PreviewInvitation } from '../../../shared/access/invitations';
import { canManage } from '../../../shared/access/scopes';
import type { Store } from '../../db/database';
import { scoped } from '../../db/scoped';
import { ApiError } from '../../errors';
import { requireRate } from '../../limits/charge';
import { sha256Hex } from '../../secrets/tokens';
import type { AccessRequest } from '../context';
import { members } from '../schema/workspaces';
import { findPeople } from '../system/accounts';
import { findInvitationByHash, type InvitationRow } from '../system/invitations';
import { invitationStatus } from './present';

/** The same answer for used, revoked, expired, replaced and invalid tokens. */
export const invalidLinkError = (): ApiError => new ApiError('not_found', 'This invitation link is no longer valid.');

export type InvitationByHash = NonNullable<Awaited<ReturnType<typeof findInvitationByHash>>>;

export async function findPending(store: Store, token: string, now: Date): Promise<InvitationByHash | undefined> {
  const found = await findInvitationByHash(store, sha256Hex(token));
  if (!found || invitationStatus(found.invitation, now) !== 'pending') return undefined;
  return (await canInviterGive(store, found.invitation)) ? found : undefined;
}

/** With `lock`, the role of the inviter cannot change until the commit. */
export async function canInviterGive(
  store: Store,
  { workspaceId, createdBy, role }: InvitationRow,
  { lock = false }: { lock?: 'share' | false } = {},
): Promise<boolean> {
  const where = eq(members.userId, createdBy);
  const [inviter] = await scoped(store, workspaceId).select(members, { where, limit: 1, lock });
  if (!inviter || !canManage(inviter.role, role)) return false;
  return (await findPeople(store, [createdBy])).get(createdBy)?.status === 'active';
}

/** Throws 404, and 429 after too many invalid links. */
export async function previewInvitation(ctx: AccessRequest, { token }: PreviewInvitation): Promise<InvitationPreview> {
  const { deadLinks } = ctx.limits;
  requireRate(deadLinks.check(ctx.origin.ip));

  const found = await findPending(ctx.store, token, ctx.now());
  if (!found) {
    deadLinks.charge(ctx.origin.ip);
    throw invalidLinkError();
  }
  const { invitation, workspace, inviterName } = found;
  return {
    workspace_name: workspace.name,
    role: invitation.role,
    inviter_name: inviterName,
    email: invitation.email,
  };
}
