import type { KeyResources } from '../../../shared/keys';
import { originCovered } from '../../../shared/networks';
import {
  ALL_SCOPES,
  expandScopes,
  inOrder,
  isAdminScope,
  SCOPES_OF_ROLE,
  type KeyKind,
  type Scope,
} from '../../../shared/scopes';
import type { KeyActor, UserActor, WorkspaceContext } from '../../context';
import { ApiError } from '../../errors';
import { networkCovered } from '../../limits/client-address';
import { requireStepUp } from '../accounts/step-up';

/** How far a key or a person reaches. What they hand out may reach no further. */
export interface Reach {
  kind: KeyKind | undefined;
  /** With what `write` includes. */
  scopes: ReadonlySet<Scope>;
  fullAccess: boolean;
  resources: KeyResources;
  /** Empty for any network. */
  allowedCidrs: readonly string[];
  /** Empty for any origin. */
  allowedOrigins: readonly string[];
  browserUse: boolean;
  expiresAt: Date | null;
}

type KeyColumns = Omit<Reach, 'scopes'> & { scopes: readonly Scope[] };

/** The reach of a key as it is stored, or as it is about to be. */
export const reachOf = (key: KeyColumns): Reach => ({
  kind: key.kind,
  scopes: key.fullAccess ? new Set(ALL_SCOPES) : expandScopes(key.scopes),
  fullAccess: key.fullAccess,
  resources: key.resources,
  allowedCidrs: key.allowedCidrs,
  allowedOrigins: key.allowedOrigins,
  browserUse: key.browserUse,
  expiresAt: key.expiresAt,
});

function reachOfPerson({ member }: UserActor): Reach {
  const role = member?.role ?? 'viewer';
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
    expiresAt: null,
  };
}

/**
 * Holds what a caller gives to what the caller has: the whole of a new key or secret, or, against `before`, what a
 * change adds. Throws 403 `insufficient_scope` to a key, `insufficient_role` to a person, `step_up_required` to one
 * who gives an admin scope without having given the password lately.
 */
export function requireReach(
  { actor, now }: Pick<WorkspaceContext, 'actor' | 'now'>,
  next: Reach,
  before?: Reach,
): void {
  const bound: Reach = actor.type === 'key' ? actor : reachOfPerson(actor);
  const added = DIMENSIONS.filter(({ exceeds }) => !before || exceeds(next, before));
  for (const { exceeds, what } of added) {
    if (exceeds(next, bound)) throw refused(actor, what);
  }
  const moreScopes = [...next.scopes].filter((scope) => !before?.scopes.has(scope));
  const missing = inOrder(moreScopes.filter((scope) => !bound.scopes.has(scope)));
  if (missing.length > 0) {
    throw refused(actor, `the ${missing.length === 1 ? 'scope' : 'scopes'} ${missing.join(', ')}`, missing);
  }

  const isPowerful = next.fullAccess || [...next.scopes].some(isAdminScope);
  if (isPowerful && (moreScopes.length > 0 || added.length > 0)) requireStepUp({ actor, now });
}

interface Dimension {
  /** Whether `next` reaches further than `bound`. */
  exceeds: (next: Reach, bound: Reach) => boolean;
  what: string;
}

/** All but the scopes, of which a key may keep those that its changer lacks. */
const DIMENSIONS: readonly Dimension[] = [
  { what: 'full access', exceeds: (next, bound) => next.fullAccess && !bound.fullAccess },
  {
    what: 'objects beyond your own `resources`',
    exceeds: (next, bound) =>
      (Object.entries(bound.resources) as [keyof KeyResources, string[] | undefined][]).some(
        ([kind, ids]) => ids !== undefined && !next.resources[kind]?.every((id) => ids.includes(id)),
      ),
  },
  {
    what: 'networks beyond your own `allowed_cidrs`',
    exceeds: (next, bound) => !listCovered(next.allowedCidrs, bound.allowedCidrs, networkCovered),
  },
  {
    what: 'browsers or origins beyond your own',
    exceeds(next, bound) {
      // A publishable key is for browsers by its nature, and its scopes are harmless: only the list counts.
      if (next.kind !== 'pk') {
        if (!next.browserUse) return false;
        if (!bound.browserUse) return true;
      }
      return !listCovered(next.allowedOrigins, bound.allowedOrigins, originCovered);
    },
  },
  {
    what: 'a life beyond your own `expires_at`',
    exceeds: (next, bound) => bound.expiresAt !== null && (next.expiresAt === null || next.expiresAt > bound.expiresAt),
  },
];

/** An empty list stands for everything. */
const listCovered = (
  next: readonly string[],
  bound: readonly string[],
  covered: (entry: string, list: readonly string[]) => boolean,
): boolean => bound.length === 0 || (next.length > 0 && next.every((entry) => covered(entry, bound)));

function refused(actor: KeyActor | UserActor, what: string, missing: readonly Scope[] = []): ApiError {
  if (actor.type === 'user') return new ApiError('insufficient_role', `Your role may not give ${what}.`);
  const scope = missing.length > 0 ? `, scope="${missing.join(' ')}"` : '';
  return new ApiError('insufficient_scope', {
    detail: `A key may not give ${what}.`,
    extra: { required_scopes: missing },
    headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope"${scope}` },
  });
}
