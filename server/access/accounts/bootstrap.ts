import type { CreateKey } from '../../../shared/access/keys';
import { ID_PREFIXES, newId } from '../../../shared/ids';
import type { UserActor } from '../../actor';
import type { Store } from '../../db/database';
import { scoped } from '../../db/scoped';
import { ApiError } from '../../errors';
import { auditInstance } from '../audit/write';
import type { AccessRequest } from '../context';
import { invalidateRights } from '../guard/invalidate-rights';
import { createKey } from '../keys/create';
import { findUserByEmail, hasUsers, insertUser, lockUser, type UserRow } from '../system/accounts';
import { claimInstance } from '../system/instance';
import { listWorkspacesOf } from '../system/workspaces';
import { createWorkspace } from '../workspaces/create';
import { hashNewPassword } from './new-password';
import { verifyPassword } from './password-hash';
import { userTarget } from './present';
import { personActor } from './sessions';

export interface Bootstrap {
  email: string;
  password: string;
  name: string;
  workspaceName: string;
  key: CreateKey;
}

/** Creates what is missing, and always a key. Throws 401 when the user has another password. */
export async function bootstrap(
  ctx: AccessRequest,
  wanted: Bootstrap,
): Promise<{ workspaceId: string; secret: string }> {
  const found = await findUserByEmail(ctx.store, wanted.email);
  if (found) await requirePassword(found, wanted.password);
  const passwordHash = found ? null : await hashNewPassword(ctx, wanted.password, wanted);

  return ctx.store.transaction(async (tx) => {
    const user = found ? await lockUser(tx, found.id) : await createUser(ctx, tx, wanted, passwordHash);
    if (user?.status !== 'active') throw new ApiError('invalid_state', `The account ${wanted.email} is suspended.`);

    const actor = personActor(user, ctx.now());
    const owned = { ...ctx, store: tx, actor };
    const workspaceId =
      (await findOwned(tx, user.id, wanted.workspaceName)) ??
      (await createWorkspace(owned, tx, { name: wanted.workspaceName, ownerUserId: user.id })).id;
    const member = await membershipOf(tx, user.id, workspaceId);

    const asOwner = { ...owned, actor: { ...actor, member }, workspaceId, db: scoped(tx, workspaceId) };
    const { secret } = await createKey(asOwner, wanted.key);
    await invalidateRights(ctx, tx, [{ kind: 'user', ref: user.id }]);
    return { workspaceId, secret: secret ?? '' };
  });
}

async function requirePassword(user: UserRow, password: string): Promise<void> {
  if (await verifyPassword(password, user.passwordHash)) return;
  throw new ApiError('invalid_credentials', `${user.email} already has an account, with a different password.`);
}

async function createUser(
  ctx: AccessRequest,
  tx: Store,
  { email, name }: Bootstrap,
  passwordHash: string | null,
): Promise<UserRow> {
  const id = newId(ID_PREFIXES.user);
  const now = ctx.now();
  const instanceAdmin = !(await hasUsers(tx)) && (await claimInstance(tx, id));
  const account = { id, email, name, passwordHash, passwordChangedAt: now, instanceAdmin, createdAt: now };
  const user = await insertUser(tx, account);
  if (!user)
    throw new ApiError(
      'conflict',
      `An account for ${email} was just created by another process. Run the command again.`,
    );
  await auditInstance({ ...ctx, actor: { type: 'system', name: 'bootstrap' } }, tx, {
    action: 'instance.user_created',
    target: userTarget(user),
  });
  return user;
}

async function findOwned(tx: Store, userId: string, name: string): Promise<string | undefined> {
  const mine = await listWorkspacesOf(tx, userId);
  return mine.find(({ workspace, role }) => role === 'owner' && workspace.name === name)?.workspace.id;
}

async function membershipOf(tx: Store, userId: string, workspaceId: string): Promise<UserActor['member']> {
  const mine = await listWorkspacesOf(tx, userId);
  const found = mine.find(({ workspace }) => workspace.id === workspaceId);
  if (!found) return undefined;
  const { workspace, memberId, role } = found;
  return { memberId, workspaceId, workspaceState: workspace.status, role, rateLimit: workspace.rateLimit };
}
