import { DEFAULT_RATE_LIMIT, type KeyResources, type RateLimit } from '../../../shared/access/keys';
import {
  ALL_SCOPES,
  expandScopes,
  inOrder,
  isAdminScope,
  SCOPES_OF_ROLE,
  type KeyKind,
  type Role,
  type Scope,
} from '../../../shared/access/scopes';
import { originCovered } from '../../../shared/networks';
import type { KeyActor, UserActor } from '../../actor';
import { ApiError, insufficientScope } from '../../errors';
import { networkCovered } from '../../limits/client-address';
import { requireStepUp } from '../accounts/step-up';
import type { AccessContext } from '../context';

interface KeyGrant {
  kind: KeyKind | undefined;
  /** Includes what `write` implies. */
  scopes: ReadonlySet<Scope>;
  fullAccess: boolean;
  resources: KeyResources;
  /** Empty for any network. */
  allowedCidrs: readonly string[];
  /** Empty for any origin. */
  allowedOrigins: readonly string[];
  browserUse: boolean;
  /** Null for a person. */
  rateLimit: RateLimit | null;
  expiresAt: Date | null;
}

/** A null rate limit of a stored key means the default. */
type KeyColumns = Omit<KeyGrant, 'scopes'> & { scopes: readonly Scope[] };

export const keyGrantOf = (key: KeyColumns): KeyGrant => ({
  kind: key.kind,
  scopes: key.fullAccess ? new Set(ALL_SCOPES) : expandScopes(key.scopes),
  fullAccess: key.fullAccess,
  resources: key.resources,
  allowedCidrs: key.allowedCidrs,
  allowedOrigins: key.allowedOrigins,
  browserUse: key.browserUse,
  rateLimit: key.rateLimit ?? DEFAULT_RATE_LIMIT,
  expiresAt: key.expiresAt,
});

export function exceedsRole(next: KeyGrant, role: Role): boolean {
  const bound = grantOfRole(role);
  return DIMENSIONS.some(({ exceeds }) => exceeds(next, bound)) || !next.scopes.isSubsetOf(bound.scopes);
}

function grantOfRole(role: Role): KeyGrant {
  const isAdmin = role === 'owner' || role === 'admin';
  const granted = [...SCOPES_OF_ROLE[role]].filter((scope) => isAdmin || !isAdminScope(scope));
  return {
    kind: undefined,
    scopes: new Set(granted),
    fullAccess: isAdmin,
    resources: {},
    allowedCidrs: [],
    allowedOrigins: [],
    browserUse: true,
    rateLimit: null,
    expiresAt: null,
  };
}

/** Throws 403 when a new key, or the difference to `before`, exceeds the caller's access. */
export function requireWithinGrant(
  { actor, now }: Pick<AccessContext, 'actor' | 'now'>,
  next: KeyGrant,
  before?: KeyGrant,
): void {
  const bound: KeyGrant = actor.type === 'key' ? actor : grantOfRole(actor.member?.role ?? 'viewer');
  const added = DIMENSIONS.filter(({ exceeds }) => !before || exceeds(next, before));
  const beyond = added.filter(({ exceeds }) => exceeds(next, bound));
  if (beyond.length > 0) throw exceedsCaller(actor, beyond);
  const moreScopes = [...next.scopes].filter((scope) => !before?.scopes.has(scope));
  const missing = inOrder(moreScopes.filter((scope) => !bound.scopes.has(scope)));
  if (missing.length > 0) throw lacksScopes(actor, missing);

  const isPowerful = next.fullAccess || [...next.scopes].some(isAdminScope);
  if (isPowerful && (moreScopes.length > 0 || added.some(({ asksStepUp }) => asksStepUp)))
    requireStepUp({ actor, now });
}

interface Dimension {
  exceeds: (next: KeyGrant, bound: KeyGrant) => boolean;
  field: string;
  message: string;
  /** Widening a powerful key this way needs a step-up. */
  asksStepUp: boolean;
}

/** Without scopes: a key may keep scopes that its changer lacks. */
const DIMENSIONS: readonly Dimension[] = [
  {
    field: 'full_access',
    message: 'Must be false, because the calling key does not have full access. Give `scopes` instead.',
    asksStepUp: true,
    exceeds: (next, bound) => next.fullAccess && !bound.fullAccess,
  },
  {
    field: 'resources',
    message: 'Must only contain objects from `resources` of the calling key.',
    asksStepUp: true,
    exceeds: (next, bound) =>
      (Object.entries(bound.resources) as [keyof KeyResources, string[] | undefined][]).some(
        ([kind, ids]) => ids !== undefined && !next.resources[kind]?.every((id) => ids.includes(id)),
      ),
  },
  {
    field: 'allowed_cidrs',
    message: 'Must only contain networks within `allowed_cidrs` of the calling key.',
    asksStepUp: true,
    exceeds: (next, bound) => !listCovered(next.allowedCidrs, bound.allowedCidrs, networkCovered),
  },
  {
    field: 'browser_use',
    message: 'Must be left out, because the calling key is not allowed in browsers.',
    asksStepUp: true,
    exceeds: (next, bound) => next.kind !== 'pk' && next.browserUse && !bound.browserUse,
  },
  {
    field: 'allowed_origins',
    message: 'Must only contain origins from `allowed_origins` of the calling key.',
    asksStepUp: true,
    // Origins do not matter for keys that browsers cannot use.
    exceeds: (next, bound) =>
      (next.kind === 'pk' || next.browserUse) && !listCovered(next.allowedOrigins, bound.allowedOrigins, originCovered),
  },
  {
    field: 'rate_limit',
    message: 'Must not be larger than the quota of the calling key. Give fewer requests or a longer window.',
    asksStepUp: false,
    exceeds: (next, bound) => hasHigherRateLimit(next.rateLimit, bound.rateLimit),
  },
  {
    field: 'expires_at',
    message: 'Must not be later than `expires_at` of the calling key.',
    asksStepUp: true,
    exceeds: (next, bound) => bound.expiresAt !== null && (next.expiresAt === null || next.expiresAt > bound.expiresAt),
  },
];

/** Whether a rate limit allows more, in bursts or over time. Null is unlimited. */
export function hasHigherRateLimit(next: RateLimit | null, bound: RateLimit | null): boolean {
  if (bound === null) return false;
  if (next === null) return true;
  return next.requests > bound.requests || next.requests * bound.window_seconds > bound.requests * next.window_seconds;
}

const listCovered = (
  next: readonly string[],
  bound: readonly string[],
  covered: (entry: string, list: readonly string[]) => boolean,
): boolean => bound.length === 0 || (next.length > 0 && next.every((entry) => covered(entry, bound)));

function exceedsCaller({ type }: KeyActor | UserActor, beyond: readonly Dimension[]): ApiError {
  if (type === 'user')
    return new ApiError('insufficient_role', 'Your role cannot grant full access. Give `scopes` instead.');
  return new ApiError('grant_exceeds_caller', {
    detail: beyond.map(({ field, message }) => `\`${field}\`: ${message}`).join(' '),
    errors: beyond.map(({ field, message }) => ({
      in: 'body',
      pointer: `/${field}`,
      code: 'exceeds_caller',
      message,
    })),
  });
}

function lacksScopes({ type }: KeyActor | UserActor, missing: readonly Scope[]): ApiError {
  const named = `the ${missing.length === 1 ? 'scope' : 'scopes'} ${missing.join(', ')}`;
  if (type === 'user') return new ApiError('insufficient_role', `Your role cannot grant ${named}.`);
  return insufficientScope(
    missing,
    `The calling key does not have ${named}, so it cannot grant ${missing.length === 1 ? 'it' : 'them'}.`,
  );
}
