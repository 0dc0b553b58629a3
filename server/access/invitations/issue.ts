import { and, desc, eq } from 'drizzle-orm';

import type { CreateInvitation, InvitationWithLink, RenewInvitation } from '../../../shared/access/invitations';
import { DAY_MS, HOUR_MS } from '../../../shared/durations';
import { ID_PREFIXES, newId } from '../../../shared/ids';
import { LIMITS } from '../../../shared/limits';
import type { ScopedDb } from '../../db/scoped';
import { ApiError } from '../../errors';
import { emit } from '../../events/emit';
import { requireQuota } from '../../limits/quota';
import { base62Token, sha256Hex, TOKEN_LENGTH } from '../../secrets/tokens';
import { audit } from '../audit/write';
import type { AccessRequest } from '../context';
import { currentRole, requireCanManage, requireStepUpForRole, type MemberContext } from '../members/rules';
import { isMemberByEmail } from '../queries/members';
import { lockWorkspace } from '../queries/workspaces';
import { invitations } from '../schema/workspaces';
import type { InvitationRow } from '../system/invitations';
import { invitationTarget, presentInvitation } from './present';
import { isPending } from './select';

/** Only this answer contains the link. Throws 403, 409 `conflict`, 429. */
export async function createInvitation(ctx: MemberContext, input: CreateInvitation): Promise<InvitationWithLink> {
  return ctx.db.transaction(async (tx) => {
    await lockWorkspace(tx.store, ctx.workspaceId);
    requireCanManage(await currentRole(ctx, tx), input.role);
    requireStepUpForRole(ctx, input.role);
    await requireInvitable(ctx, tx, input.email);
    await requireHourlyQuota(ctx, tx);

    const now = ctx.now();
    const { token, issued } = newToken(now, input.expires_in_days);
    const row = await tx.insert(invitations, {
      id: newId(ID_PREFIXES.invitation),
      email: input.email,
      role: input.role,
      createdBy: ctx.actor.userId,
      createdAt: now,
      ...issued,
    });
    const invitation = presentInvitation(row, now);
    await audit(ctx, tx, 'invitation.created', invitationTarget(row), {
      role: row.role,
      expires_at: invitation.expires_at,
    });
    await emit(ctx, tx, [{ type: 'invitation.created', data: invitation }]);
    return { ...invitation, link: linkOf(ctx, token) };
  });
}

/** Throws 403, 404, 409. */
export async function renewInvitation(ctx: MemberContext, input: RenewInvitation): Promise<InvitationWithLink> {
  return ctx.db.transaction(async (tx) => {
    await lockWorkspace(tx.store, ctx.workspaceId);
    const row = await tx.require(invitations, input.invitation_id, { lock: true });
    requireCanManage(await currentRole(ctx, tx), row.role);
    // The holder of the new link gets the role.
    requireStepUpForRole(ctx, row.role);
    if (row.acceptedAt) throw new ApiError('invalid_state', 'The invitation was already accepted.');
    if (row.revokedAt) throw new ApiError('invalid_state', 'The invitation was revoked.');
    const now = ctx.now();
    if (row.expiresAt <= now) await requireInvitable(ctx, tx, row.email);

    const { token, issued } = newToken(now, input.expires_in_days);
    // The invitation now depends on the rights of the person who renewed it.
    const change = { ...issued, createdBy: ctx.actor.userId };
    const [renewed = row] = await tx.update(invitations, eq(invitations.id, row.id), change);
    const invitation = presentInvitation(renewed, now);
    await audit(ctx, tx, 'invitation.renewed', invitationTarget(row), { expires_at: invitation.expires_at });
    return { ...invitation, link: linkOf(ctx, token) };
  });
}

/** Browsers do not send the fragment, so the token is in no log and no `Referer`. */
const linkOf = ({ config }: Pick<AccessRequest, 'config'>, token: string): string =>
  `${config.baseUrl}/user/api/invite#${token}`;

function newToken(now: Date, days: number): { token: string; issued: Pick<InvitationRow, 'tokenHash' | 'expiresAt'> } {
  const token = base62Token(TOKEN_LENGTH);
  return { token, issued: { tokenHash: sha256Hex(token), expiresAt: new Date(now.getTime() + days * DAY_MS) } };
}

async function requireInvitable(ctx: MemberContext, tx: ScopedDb, email: string): Promise<void> {
  if (await isMemberByEmail(tx.store, ctx.workspaceId, email)) {
    throw new ApiError('conflict', 'This user is already a member.');
  }
  const pending = isPending(ctx.now());
  if ((await tx.count(invitations, and(pending, eq(invitations.email, email)))) > 0) {
    throw new ApiError('conflict', 'This person already has an invitation. Renew it to get a new link.');
  }
  requireQuota(await tx.count(invitations, pending), {
    limit: LIMITS.pendingInvitations,
    of: 'pending invitations',
    code: 'conflict',
  });
}

async function requireHourlyQuota(ctx: MemberContext, tx: ScopedDb): Promise<void> {
  const limit = LIMITS.invitationsPerHour;
  const latest = await tx.select(invitations, { orderBy: [desc(invitations.id)], limit });
  const first = latest.length < limit ? undefined : latest.at(-1);
  const waitMs = first ? first.createdAt.getTime() + HOUR_MS - ctx.now().getTime() : 0;
  if (waitMs <= 0) return;
  throw new ApiError('rate_limited', {
    detail: `A workspace can send at most ${limit} invitations an hour.`,
    headers: { 'Retry-After': String(Math.ceil(waitMs / 1000)) },
  });
}
