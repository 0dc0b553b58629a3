import { and, eq } from 'drizzle-orm';

import type { AcceptInvitation } from '../../../shared/access/invitations';
import type { Member } from '../../../shared/access/members';
import { ID_PREFIXES, newId } from '../../../shared/ids';
import type { UserActor } from '../../actor';
import type { Store } from '../../db/database';
import { scoped } from '../../db/scoped';
import { ApiError } from '../../errors';
import { emit } from '../../events/emit';
import { sha256Hex } from '../../secrets/tokens';
import { hashNewPassword } from '../accounts/new-password';
import { findIdempotentAnswer, saveIdempotentAnswer } from '../accounts/person-idempotency';
import { personActor, requireBrowser, startSession } from '../accounts/sessions';
import { audit } from '../audit/write';
import type { AccessRequest } from '../context';
import { invalidateRights } from '../guard/invalidate-rights';
import { memberTarget, presentMember } from '../members/present';
import { insertMember } from '../queries/members';
import { lockWorkspace } from '../queries/workspaces';
import { invitations } from '../schema/workspaces';
import { findUserByEmail, insertUser } from '../system/accounts';
import type { AuthChange } from '../system/auth';
import { findInvitationByHash, type InvitationRow } from '../system/invitations';
import { invitationTarget, presentInvitation } from './present';
import { canInviterGive, invalidLinkError, findPending, type InvitationByHash } from './preview';
import { isPending } from './select';

/** Throws 404 for an invalid link, 409 `invalid_state`, 400 for missing fields. */
export async function acceptInvitation(ctx: AccessRequest, input: AcceptInvitation): Promise<Member> {
  requireBrowser(ctx);
  const before = await acceptedBefore(ctx, input);
  if (before) return before;
  const found = await findPending(ctx.store, input.token, ctx.now());
  if (!found) throw invalidLinkError();
  try {
    return await (ctx.actor.type === 'user' ? join(ctx, found, ctx.actor, input) : register(ctx, found, input));
  } catch (error) {
    // The same call may have succeeded concurrently.
    const first = error instanceof ApiError && error.status < 500 ? await acceptedBefore(ctx, input) : undefined;
    if (first) return first;
    throw error;
  }
}

const callOf = ({ token, name = '' }: AcceptInvitation) => ({
  operationId: 'invitations.accept',
  parts: [sha256Hex(token), name],
});

async function acceptedBefore(ctx: AccessRequest, input: AcceptInvitation): Promise<Member | undefined> {
  if (ctx.idempotencyKey === null) return undefined;
  const { actor } = ctx;
  const userId =
    actor.type === 'user'
      ? actor.userId
      : (await findInvitationByHash(ctx.store, sha256Hex(input.token)))?.invitation.acceptedBy;
  return userId ? (await findIdempotentAnswer<Member>(ctx, callOf(input), userId))?.answer : undefined;
}

async function join(
  ctx: AccessRequest,
  found: InvitationByHash,
  actor: UserActor,
  input: AcceptInvitation,
): Promise<Member> {
  if (actor.email !== found.invitation.email) {
    throw new ApiError(
      'invalid_state',
      'This invitation is for another e-mail address. Sign in with the invited address.',
    );
  }
  return ctx.store.transaction(async (tx) => {
    const used = await markAccepted(ctx, tx, found, actor.userId);
    const member = await addMember(ctx, tx, used, actor, []);
    await saveIdempotentAnswer(ctx, tx, { ...callOf(input), userId: actor.userId, answer: member });
    return member;
  });
}

async function register(ctx: AccessRequest, found: InvitationByHash, input: AcceptInvitation): Promise<Member> {
  const { email } = found.invitation;
  if (await findUserByEmail(ctx.store, email)) throw signInFirst();
  const { name, password } = requireFields(input);
  const passwordHash = await hashNewPassword(ctx, password, { email, name });

  return ctx.store.transaction(async (tx) => {
    const id = newId(ID_PREFIXES.user);
    const used = await markAccepted(ctx, tx, found, id);
    const now = ctx.now();
    const user = await insertUser(tx, { id, email, name, passwordHash, passwordChangedAt: now, createdAt: now });
    if (!user) throw signInFirst();
    const changes = await startSession(ctx, tx, user);
    const member = await addMember(ctx, tx, used, personActor(user, now), changes);
    await saveIdempotentAnswer(ctx, tx, { ...callOf(input), userId: id, answer: member });
    return member;
  });
}

const signInFirst = (): ApiError =>
  new ApiError(
    'invalid_state',
    'An account with the invited address already exists. Sign in, then open the link again.',
  );

function requireFields({ name, password }: AcceptInvitation): { name: string; password: string } {
  if (name !== undefined && password !== undefined) return { name, password };
  const missingFields = [...(name === undefined ? ['/name'] : []), ...(password === undefined ? ['/password'] : [])];
  throw new ApiError('validation_failed', {
    detail: 'Give `name` and `password` to create a new account.',
    errors: missingFields.map((pointer) => ({ in: 'body', pointer, code: 'required', message: 'Is required.' })),
  });
}

/** Of concurrent calls one succeeds; the others throw 404. */
async function markAccepted(
  ctx: AccessRequest,
  tx: Store,
  found: InvitationByHash,
  userId: string,
): Promise<InvitationRow> {
  const { id, workspaceId, tokenHash } = found.invitation;
  const workspace = await lockWorkspace(tx, workspaceId);
  if (workspace?.status === 'suspended') throw new ApiError('workspace_suspended');

  if (!(await canInviterGive(tx, found.invitation, { lock: 'share' }))) throw invalidLinkError();

  const now = ctx.now();
  // A renewal replaces the token, so it is compared too.
  const unused = and(eq(invitations.id, id), eq(invitations.tokenHash, tokenHash), isPending(now));
  const change = { acceptedAt: now, acceptedBy: userId };
  const [accepted] = await scoped(tx, workspaceId).update(invitations, unused, change);
  if (!accepted) throw invalidLinkError();
  return accepted;
}

/** `changes` are published with the rights of the new member. */
async function addMember(
  ctx: AccessRequest,
  tx: Store,
  used: InvitationRow,
  actor: UserActor,
  changes: AuthChange[],
): Promise<Member> {
  const { workspaceId, role, createdBy } = used;
  const now = ctx.now();
  const row = await insertMember(tx, {
    id: newId(ID_PREFIXES.member),
    workspaceId,
    userId: actor.userId,
    role,
    invitedBy: createdBy,
    createdAt: now,
  });
  if (!row) throw new ApiError('invalid_state', 'You are already a member of this workspace.');

  const member = presentMember(row, actor);
  const by = { ...ctx, actor };
  const inside = scoped(tx, workspaceId);
  await audit(by, inside, 'invitation.accepted', invitationTarget(used));
  await audit(by, inside, 'member.added', memberTarget(member), { role });
  await emit(ctx, inside, [
    { type: 'invitation.accepted', data: presentInvitation(used, now) },
    { type: 'member.added', data: member },
  ]);
  await invalidateRights(ctx, tx, [...changes, { kind: 'user', ref: actor.userId }]);
  return member;
}
