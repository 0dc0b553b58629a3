import type { AuthStatus, SetUp, SetUpDone } from '../../../shared/access/accounts';
import { ID_PREFIXES, newId } from '../../../shared/ids';
import { ApiError } from '../../errors';
import { isForwarded, isLoopback, isLoopbackHost } from '../../limits/client-address';
import { areSameTexts } from '../../secrets/constant-time';
import { base62Token, sha256Hex, TOKEN_LENGTH } from '../../secrets/tokens';
import { auditInstance } from '../audit/write';
import type { AccessRequest, AccessServices } from '../context';
import { invalidateRights } from '../guard/invalidate-rights';
import { hasUsers, insertUser } from '../system/accounts';
import { claimInstance, readInstance, storeSetupToken } from '../system/instance';
import { createWorkspace } from '../workspaces/create';
import { hashNewPassword } from './new-password';
import { findIdempotentAnswer, saveIdempotentAnswer } from './person-idempotency';
import { presentUser, userTarget } from './present';
import { personActor, requireBrowser, startSession } from './sessions';

export async function authStatus(ctx: AccessRequest): Promise<AuthStatus> {
  const ready = await hasUsers(ctx.store);
  return {
    state: ready ? 'ready' : 'setup',
    setup_direct: !ready && isDirect(ctx),
    signup_mode: ctx.config.signupMode,
    methods: ['password'],
    smtp: false,
  };
}

/** Prints a new set-up link, which replaces earlier ones, while no account exists. */
export async function announceSetup(
  { config, store }: Pick<AccessServices, 'config' | 'store'>,
  print: (line: string) => void,
): Promise<void> {
  if (config.signupMode === 'invite' || (await hasUsers(store))) return;
  const token = base62Token(TOKEN_LENGTH);
  await storeSetupToken(store, sha256Hex(token));
  print(`Create the owner account: ${config.baseUrl}/user/api/setup#token=${token}\n`);
}

/** Works once. Throws 409 `invalid_state` if an owner exists, 401 `invalid_credentials` without a needed token, 400. */
export async function setUp(ctx: AccessRequest, input: SetUp): Promise<SetUpDone> {
  requireBrowser(ctx);
  const { email, name, workspace_name: workspaceName } = input;
  const call = { operationId: 'auth.setup', parts: [sha256Hex(input.token ?? ''), email, name, workspaceName ?? ''] };
  const earlier = async () => {
    const { ownerUserId } = await readInstance(ctx.store);
    return ownerUserId === null ? undefined : findIdempotentAnswer<SetUpDone>(ctx, call, ownerUserId);
  };
  const before = await earlier();
  if (before) return before.answer;
  await checkSetupToken(ctx, input.token);
  const passwordHash = await hashNewPassword(ctx, input.password, { email, name });

  const made = await ctx.store.transaction(async (tx) => {
    const id = newId(ID_PREFIXES.user);
    // Of concurrent calls only one claims the installation.
    if ((await hasUsers(tx)) || !(await claimInstance(tx, id))) return undefined;

    const now = ctx.now();
    const account = { id, email, name, passwordHash, passwordChangedAt: now, instanceAdmin: true, createdAt: now };
    const user = await insertUser(tx, account);
    if (!user) throw alreadySetUp();

    const owned = { ...ctx, actor: personActor(user, now) };
    await auditInstance(owned, tx, { action: 'instance.set_up', target: userTarget(user) });
    const workspace = await createWorkspace(owned, tx, { name: workspaceName, ownerUserId: id });
    const ended = await startSession(ctx, tx, user);
    await invalidateRights(ctx, tx, ended);
    const answer = { user: presentUser(user), workspace: { id: workspace.id, name: workspace.name } };
    await saveIdempotentAnswer(ctx, tx, { ...call, userId: id, answer });
    return answer;
  });
  const done = made ?? (await earlier())?.answer;
  if (!done) throw alreadySetUp();
  return done;
}

async function checkSetupToken(ctx: AccessRequest, token: string | undefined): Promise<void> {
  if (await hasUsers(ctx.store)) throw alreadySetUp();
  if (ctx.config.signupMode === 'invite') {
    throw new ApiError('invalid_state', 'Create the owner of this installation with the command `bootstrap`.');
  }
  if (token === undefined && isDirect(ctx)) return;

  const { setupTokenHash } = await readInstance(ctx.store);
  if (token !== undefined && areSameTexts(sha256Hex(token), setupTokenHash ?? '')) return;
  throw new ApiError(
    'invalid_credentials',
    'The token is not valid. Open the link that the service printed at its last start.',
  );
}

/** Calls with a key skip the CSRF check, so they always need the token. */
function isDirect({ config, origin, byKey }: AccessRequest): boolean {
  return (
    config.signupMode === 'first-user' &&
    config.setupDirect === 'auto' &&
    isLoopbackHost(new URL(config.baseUrl).host) &&
    isLoopback(origin.peer) &&
    // This check protects against DNS rebinding.
    isLoopbackHost(origin.headers.get('host')) &&
    !isForwarded(origin.headers) &&
    !byKey
  );
}

const alreadySetUp = (): ApiError =>
  new ApiError('invalid_state', 'This installation already has an owner. Sign in instead.');
