import { DEFAULT_RATE_LIMIT } from '../../../shared/access/keys';
import { ALL_SCOPES, expandScopes, type Scope } from '../../../shared/access/scopes';
import { originAllowed } from '../../../shared/networks';
import type { KeyActor, RequestOrigin } from '../../actor';
import { ApiError } from '../../errors';
import { rateLimited, TOO_MANY_FAILURES } from '../../limits/charge';
import { inNetworks, parseCidrs, type Networks } from '../../limits/client-address';
import type { LimitResult } from '../../limits/gcra';
import { isWellFormedKey, keyHint, sha256Hex } from '../../secrets/tokens';
import type { AccessServices } from '../context';
import { findKeyByHash } from '../system/auth';
import { isOwnOrigin } from './own-origin';

const MAX_HEADER_BYTES = 256;
const REALM = 'Bearer realm="api"';
const EVERY_SCOPE: ReadonlySet<Scope> = new Set(ALL_SCOPES);

const unauthorized = (code: 'invalid_api_key' | 'api_key_revoked' | 'api_key_expired', detail?: string): ApiError =>
  new ApiError(code, {
    ...(detail ? { detail } : {}),
    headers: { 'WWW-Authenticate': `${REALM}, error="invalid_token"` },
  });

export const missingKey = (detail?: string): ApiError =>
  new ApiError('missing_api_key', { ...(detail ? { detail } : {}), headers: { 'WWW-Authenticate': REALM } });

/** Synchronous for a cached key. Throws 401 for an invalid key, 403 for an address or origin that it excludes. */
export function authenticateKey(
  services: AccessServices,
  origin: RequestOrigin,
  authorization: string,
): KeyActor | Promise<KeyActor> {
  const secret = secretIn(authorization);
  if (secret === undefined) throw chargeFailure(services, origin, unauthorized('invalid_api_key'));

  const hash = sha256Hex(secret);
  const entry = services.auth.get(hash);
  if (entry?.actor.type === 'key' && entry.validUntil > services.now().getTime()) {
    return admitKey(services, origin, entry.actor);
  }
  if (!isWellFormedKey(secret)) throw chargeFailure(services, origin, unauthorized('invalid_api_key'));
  return loadKey(services, origin, secret, hash);
}

function secretIn(authorization: string): string | undefined {
  if (authorization.length > MAX_HEADER_BYTES) return undefined;
  return /^bearer (\S+)$/i.exec(authorization)?.[1];
}

function chargeFailure(services: AccessServices, origin: RequestOrigin, error: ApiError): ApiError {
  const result = services.limits.failures.charge(origin.ip);
  return result.allowed ? error : tooManyFailures(result);
}

const tooManyFailures = (result: LimitResult): ApiError => rateLimited(result, TOO_MANY_FAILURES);

async function loadKey(
  services: AccessServices,
  origin: RequestOrigin,
  secret: string,
  hash: string,
): Promise<KeyActor> {
  const limit = services.limits.failures.check(origin.ip);
  if (!limit.allowed) throw tooManyFailures(limit);

  const entry = await services.auth.load(hash, async () => {
    const row = await findKeyByHash(services.store, hash);
    if (!row) return undefined;
    const { replacedAt, revokedAt, workspaceState, ...key } = row;
    const now = services.now();
    const reject = (error: ApiError, reason: string): ApiError => {
      services.recorder.rejected({ workspaceId: key.workspaceId, keyId: key.keyId, label: key.name, reason, origin });
      return chargeFailure(services, origin, error);
    };

    if (workspaceState === 'deleting' || revokedAt) throw reject(unauthorized('api_key_revoked'), 'revoked');
    if (replacedAt && replacedAt <= now) {
      throw reject(
        unauthorized('api_key_revoked', 'This secret was replaced by a rotation. Use the new secret.'),
        'replaced',
      );
    }
    if (key.expiresAt && key.expiresAt <= now) throw reject(unauthorized('api_key_expired'), 'expired');
    if (workspaceState === 'suspended') throw new ApiError('workspace_suspended');

    const validUntil = Math.min(key.expiresAt?.getTime() ?? Infinity, replacedAt?.getTime() ?? Infinity);
    const actor: KeyActor = {
      ...key,
      type: 'key',
      maskedSecret: keyHint(secret),
      secretHash: hash,
      scopes: key.fullAccess ? EVERY_SCOPE : expandScopes(key.scopes),
      rateLimit: key.rateLimit ?? DEFAULT_RATE_LIMIT,
      validUntil,
    };
    return { actor, refs: [key.keyId, key.workspaceId], validUntil };
  });
  if (!entry) throw chargeFailure(services, origin, unauthorized('invalid_api_key'));
  return admitKey(services, origin, entry.actor);
}

const networksOf = new WeakMap<KeyActor, Networks>();

function admitKey(services: AccessServices, origin: RequestOrigin, actor: KeyActor): KeyActor {
  const refusal = refusalOf(services, origin, actor);
  if (refusal) {
    const { workspaceId, keyId, name: label } = actor;
    const reason = refusal.code === 'ip_not_allowed' ? 'ip' : 'origin';
    services.recorder.rejected({ workspaceId, keyId, label, reason, origin });
    throw refusal;
  }
  services.recorder.markKeyUse(actor, origin);
  return actor;
}

function refusalOf(services: AccessServices, origin: RequestOrigin, actor: KeyActor): ApiError | undefined {
  if (actor.allowedCidrs.length > 0) {
    let networks = networksOf.get(actor);
    if (!networks) networksOf.set(actor, (networks = parseCidrs(actor.allowedCidrs)));
    if (!inNetworks(origin.ip, networks)) return new ApiError('ip_not_allowed');
  }

  const from = origin.headers.get('origin');
  if (from === null) {
    if (actor.kind !== 'pk' || origin.headers.get('sec-fetch-site') === 'same-origin') return undefined;
    return new ApiError('origin_not_allowed');
  }
  if (isOwnOrigin(services.config.baseUrl, from, origin.headers.get('host'))) return undefined;
  if (actor.kind !== 'pk') {
    if (!actor.browserUse) return new ApiError('secret_key_in_browser');
    if (actor.allowedOrigins.length === 0) return undefined;
  }
  return originAllowed(from, actor.allowedOrigins) ? undefined : new ApiError('origin_not_allowed');
}
