import type { InstanceUser, ListInstance, ResetLink, UserId } from '../../../shared/access/instance';
import type { Page } from '../../../shared/page';
import type { Store } from '../../db/database';
import { scoped } from '../../db/scoped';
import { ApiError } from '../../errors';
import { emit } from '../../events/emit';
import { openPage } from '../../paging';
import { createResetLink } from '../accounts/password-reset';
import { presentUser, userTarget } from '../accounts/present';
import { requireStepUp } from '../accounts/step-up';
import { auditInstance } from '../audit/write';
import type { AccessSession } from '../context';
import { invalidateRights } from '../guard/invalidate-rights';
import { withdrawInvitations } from '../invitations/withdraw';
import {
  deletePasswordResets,
  deletePasswordResetsOf,
  deleteSessionsOf,
  lockUser,
  updateUser,
  type UserRow,
} from '../system/accounts';
import { countMemberships, listUsers, readInstance } from '../system/instance';
import { workspacesInvitedToBy } from '../system/invitations';

export async function listInstanceUsers(
  ctx: AccessSession,
  { limit, cursor, q }: ListInstance,
): Promise<Page<InstanceUser>> {
  const page = openPage('instance', 'desc', { limit, cursor, list: 'users', q });
  const { ownerUserId } = await readInstance(ctx.store);
  const rows = await listUsers(ctx.store, { before: page.after, q, limit: page.maxRows });
  return page.answer(rows, 'id', (users) => users.map((user) => present(user, user.workspaces, ownerUserId)));
}

/** Also revokes invitations and reset links by the person. Keys belong to workspaces and stay. Throws 404, 409. */
export async function suspendUser(ctx: AccessSession, { user_id: id }: UserId): Promise<InstanceUser> {
  if (id === ctx.actor.userId) throw new ApiError('invalid_state', 'You cannot suspend yourself.');
  return ctx.store.transaction(async (tx) => {
    const user = await lockAsAdmin(ctx, tx, id);
    if (user.status === 'suspended') return summary(tx, user);

    const suspended = await updateUser(tx, id, { status: 'suspended' });
    const ended = await deleteSessionsOf(tx, id);
    // Reset links do not store their creator, so all are deleted.
    if (user.instanceAdmin) await deletePasswordResets(tx);
    else await deletePasswordResetsOf(tx, id);
    for (const workspaceId of await workspacesInvitedToBy(tx, id)) {
      const inside = scoped(tx, workspaceId);
      await emit(ctx, inside, await withdrawInvitations(ctx, inside, id, undefined));
    }
    await auditInstance(ctx, tx, {
      action: 'instance.user_suspended',
      target: userTarget(user),
      changes: { sessions_ended: ended.length },
    });
    const answer = await summary(tx, suspended ?? user);
    await invalidateRights(ctx, tx, [{ kind: 'user', ref: id }]);
    return answer;
  });
}

/** Throws 403, 404. */
export async function resumeUser(ctx: AccessSession, { user_id: id }: UserId): Promise<InstanceUser> {
  requireStepUp(ctx);
  return ctx.store.transaction(async (tx) => {
    const user = await lockAsAdmin(ctx, tx, id);
    if (user.status === 'active') return summary(tx, user);
    const resumed = await updateUser(tx, id, { status: 'active' });
    await auditInstance(ctx, tx, { action: 'instance.user_resumed', target: userTarget(user) });
    return summary(tx, resumed ?? user);
  });
}

/** The administrator never learns the password. Throws 403, 404. */
export async function issueResetLink(ctx: AccessSession, { user_id: id }: UserId): Promise<ResetLink> {
  requireStepUp(ctx);
  return ctx.store.transaction(async (tx) => {
    const user = await lockAsAdmin(ctx, tx, id);
    if (user.status !== 'active') throw new ApiError('invalid_state', 'The user is suspended. Resume the user first.');
    const { url, expiresAt } = await createResetLink(ctx, tx, user);
    await auditInstance(ctx, tx, { action: 'instance.reset_link_created', target: userTarget(user) });
    return { url, expires_at: expiresAt.toISOString() };
  });
}

/** Locks both in a fixed order, so that two people cannot suspend each other at the same time. */
async function lockAsAdmin(ctx: AccessSession, tx: Store, id: string): Promise<UserRow> {
  const { userId } = ctx.actor;
  const rows = new Map<string, UserRow | undefined>();
  for (const each of [userId, id].toSorted()) rows.set(each, await lockUser(tx, each));
  if (rows.get(userId)?.status !== 'active') throw new ApiError('session_required');
  const user = rows.get(id);
  if (!user) throw new ApiError('not_found', 'The user does not exist.');
  return user;
}

async function summary(tx: Store, user: UserRow): Promise<InstanceUser> {
  const { ownerUserId } = await readInstance(tx);
  return present(user, await countMemberships(tx, user.id), ownerUserId);
}

const present = (user: UserRow, workspaces: number, ownerUserId: string | null): InstanceUser => ({
  ...presentUser(user),
  owner: user.id === ownerUserId,
  workspaces,
});
