import { eq } from 'drizzle-orm';

import type { InvitationPreview, PreviewInvitation } from '../../../shared/access/invitations';
import { canManage } from '../../../shared/access/scopes';
import type { Store } from '../../db/database';
import { scoped } from '../../db/scoped';
import { ApiError } from '../../errors';
import { sha256Hex } from '../../secrets/tokens';
import type { AccessRequest } from '../context';
import { findPeople } from '../queries/members';
import { members } from '../schema/workspaces';
import { findInvitationByHash, type InvitationRow } from '../system/invitations';
import { invitationStatus } from './present';

/** One answer for every token that opens nothing: used, revoked, expired, replaced or made up. */
export const deadLink = (): ApiError => new ApiError('not_found', 'This invitation link is no longer valid.');

export type FoundInvitation = NonNullable<Awaited<ReturnType<typeof findInvitationByHash>>>;

/** The pending invitation that a token opens; undefined for a dead link. */
export async function findPending(store: Store, token: string, now: Date): Promise<FoundInvitation | undefined> {
  const found = await findInvitationByHash(store, sha256Hex(token));
  if (!found || invitationStatus(found.invitation, now) !== 'pending') return undefined;
  return (await canInviterGive(store, found.invitation)) ? found : undefined;
}

/** Whether whoever invited may still give the role. With `lock`, nobody changes their role until the transaction ends. */
export async function canInviterGive(
  store: Store,
  { workspaceId, createdBy, role }: InvitationRow,
  { lock = false }: { lock?: 'share' | false } = {},
): Promise<boolean> {
  const where = eq(members.userId, createdBy);
  const [inviter] = await scoped(store, workspaceId).select(members, { where, limit: 1, lock });
  if (!inviter || !canManage(inviter.role, role)) return false;
  return (await findPeople(store, [createdBy])).get(createdBy)?.state === 'active';
}

/** What an invitation offers, to whoever holds its link. Throws 404, and 429 after too many dead links. */
export async function previewInvitation(ctx: AccessRequest, { token }: PreviewInvitation): Promise<InvitationPreview> {
  const { deadLinks } = ctx.limits;
  const { allowed, retryAfterSeconds } = deadLinks.judge(ctx.origin.ip);
  if (!allowed) {
    throw new ApiError('rate_limited', {
      detail: `Try again in ${retryAfterSeconds} seconds.`,
      headers: { 'Retry-After': String(retryAfterSeconds) },
    });
  }

  const found = await findPending(ctx.store, token, ctx.now());
  if (!found) {
    deadLinks.charge(ctx.origin.ip);
    throw deadLink();
  }
  const { invitation, workspace, inviterName } = found;
  return {
    workspace_name: workspace.name,
    role: invitation.role,
    inviter_name: inviterName,
    email_hint: masked(invitation.email),
  };
}

/** Enough for its owner to know it again: `g…@e….com`. */
function masked(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  const end = domain.lastIndexOf('.');
  return `${email.slice(0, 1)}…@${domain.slice(0, 1)}…${end < 0 ? '' : domain.slice(end)}`;
}
