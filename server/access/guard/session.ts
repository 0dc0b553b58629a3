import { DAY_MS } from '../../../shared/durations';
import type { Membership, RequestOrigin, UserActor } from '../../actor';
import { ApiError } from '../../errors';
import { sha256Hex } from '../../secrets/tokens';
import type { AccessServices } from '../context';
import { findSessionByHash } from '../system/auth';

type SignedIn = Omit<UserActor, 'member'>;

export const SESSION_IDLE_MS = 7 * DAY_MS;
export const SESSION_LIFE_MS = 30 * DAY_MS;

/** Cookies ignore ports, so the name of a cookie over plain http contains the port. */
export function cookieName(baseUrl: string, kind: 'session' | 'device'): string {
  const url = new URL(baseUrl);
  return url.protocol === 'https:' ? `__Host-sb_${kind}` : `sb_${kind}_${url.port || '80'}`;
}

export const sessionCookieName = (baseUrl: string): string => cookieName(baseUrl, 'session');

export function cookieValue(header: string | null, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === name && value) return value;
  }
  return undefined;
}

/** Undefined without a session, or when it has ended. */
export async function authenticateSession(
  services: AccessServices,
  origin: RequestOrigin,
): Promise<SignedIn | undefined> {
  const token = cookieValue(origin.headers.get('cookie'), sessionCookieName(services.config.baseUrl));
  if (!token || token.length > 64) return undefined;

  const hash = sha256Hex(token);
  const entry = services.auth.get(hash) ?? (await loadFirst(services, origin, hash));
  if (entry?.actor.type !== 'user' || entry.validUntil <= services.now().getTime()) return undefined;
  services.recorder.markSessionUse(entry.actor.sessionId);
  return entry.actor;
}

/** Invalid tokens reach the database, so they count as failures of the address. Throws 429. */
async function loadFirst(services: AccessServices, origin: RequestOrigin, hash: string) {
  const { failures } = services.limits;
  const limit = failures.check(origin.ip);
  if (!limit.allowed) {
    throw new ApiError('rate_limited', { headers: { 'Retry-After': String(limit.retryAfterSeconds) } });
  }
  const entry = await services.auth.load(hash, () => loadSession(services, hash));
  if (!entry) failures.charge(origin.ip);
  return entry;
}

async function loadSession(services: AccessServices, hash: string) {
  const row = await findSessionByHash(services.store, hash);
  if (!row || row.user.status !== 'active') return undefined;
  const { session, user } = row;

  const memberships = new Map<string, Membership>();
  for (const { member, workspace } of row.memberships) {
    if (workspace.status === 'deleting') continue;
    memberships.set(workspace.id, {
      memberId: member.id,
      workspaceId: workspace.id,
      workspaceState: workspace.status,
      role: member.role,
      rateLimit: workspace.rateLimit,
    });
  }
  const validUntil = Math.min(session.idleExpiresAt.getTime(), session.expiresAt.getTime());
  const actor: SignedIn = {
    type: 'user',
    userId: user.id,
    sessionId: session.id,
    email: user.email,
    name: user.name,
    instanceAdmin: user.instanceAdmin,
    passwordVerifiedAt: session.passwordVerifiedAt,
    validUntil,
    memberships,
  };
  return { actor, refs: [session.id, user.id, ...memberships.keys()], validUntil };
}
