import { ID_PREFIXES, newId } from '../../../shared/ids';
import type { UserActor } from '../../actor';
import type { Store } from '../../db/database';
import { ApiError } from '../../errors';
import { base62Token, sha256Hex, TOKEN_LENGTH } from '../../secrets/tokens';
import type { AccessRequest, AccessSession } from '../context';
import { SESSION_IDLE_MS, SESSION_LIFE_MS, sessionCookieName } from '../guard/session';
import { deleteSession, insertSession, renewSession, type UserRow } from '../system/accounts';
import type { AuthChange } from '../system/auth';
import { cookieText, sendCookie } from './cookies';

/** The cookie is set after the commit. Returns the changes for `invalidateRights`. */
export async function startSession(ctx: AccessRequest, tx: Store, user: UserRow): Promise<AuthChange[]> {
  const now = ctx.now();
  const token = base62Token(TOKEN_LENGTH);
  await insertSession(tx, {
    id: newId(ID_PREFIXES.session),
    tokenHash: sha256Hex(token),
    userId: user.id,
    createdAt: now,
    lastSeenAt: now,
    passwordVerifiedAt: now,
    idleExpiresAt: new Date(now.getTime() + SESSION_IDLE_MS),
    expiresAt: new Date(now.getTime() + SESSION_LIFE_MS),
    ip: ctx.origin.ip,
    userAgent: ctx.origin.userAgent,
  });
  tx.afterCommit(() => sendSessionCookie(ctx, token));

  if (ctx.actor.type !== 'user') return [];
  await deleteSession(tx, ctx.actor.userId, ctx.actor.sessionId);
  return [{ kind: 'session', ref: ctx.actor.sessionId }];
}

/** Throws 401 when the session has ended. */
export async function renewOwnSession(ctx: AccessSession, tx: Store): Promise<AuthChange> {
  const { sessionId } = ctx.actor;
  const token = base62Token(TOKEN_LENGTH);
  const renewed = await renewSession(tx, sessionId, { tokenHash: sha256Hex(token), passwordVerifiedAt: ctx.now() });
  if (!renewed) throw new ApiError('session_required');
  tx.afterCommit(() => sendSessionCookie(ctx, token));
  return { kind: 'session', ref: sessionId };
}

export function clearSessionCookie(ctx: Pick<AccessRequest, 'config' | 'reply'>): void {
  const { baseUrl } = ctx.config;
  sendCookie(ctx, cookieText(baseUrl, sessionCookieName(baseUrl), '', 0));
}

function sendSessionCookie(ctx: Pick<AccessRequest, 'config' | 'reply'>, token: string): void {
  const { baseUrl } = ctx.config;
  sendCookie(ctx, cookieText(baseUrl, sessionCookieName(baseUrl), token, SESSION_LIFE_MS / 1000));
}

export const personActor = (user: UserRow, now: Date): UserActor => ({
  type: 'user',
  userId: user.id,
  sessionId: '',
  email: user.email,
  name: user.name,
  instanceAdmin: user.instanceAdmin,
  passwordVerifiedAt: now,
  validUntil: Infinity,
  memberships: new Map(),
  member: undefined,
});

/** Calls with a key skip the CSRF check, so they are refused here. */
export function requireBrowser(ctx: Pick<AccessRequest, 'byKey'>): void {
  if (ctx.byKey) throw new ApiError('insufficient_role', 'This operation needs a user session; API keys are refused.');
}
