import type { Scope } from '../../shared/access/scopes';
import type { SelectorName } from '../../shared/webhooks/webhooks';

export type EventAccess = Partial<Record<SelectorName, readonly string[]>>;

/** In place of ids: no restricted reader may see the event. */
export const ANYTHING = '*';

/** Scopes by name and objects as `kind=id,id`, each between `|` so that SQL can search for one. */
export function requirementOf(scopes: Iterable<Scope>, access: EventAccess = {}): string | null {
  const parts = [
    ...[...new Set<string>(scopes)].toSorted(),
    ...Object.entries(access).map(([kind, ids]) => `${kind}=${ids.join(',')}`),
  ];
  return parts.length === 0 ? null : `|${parts.join('|')}|`;
}

const partsOf = (requires: string | null): string[] => requires?.slice(1, -1).split('|') ?? [];
const isScope = (part: string): part is Scope => !part.includes('=');

export const satisfiesRequirement = (requires: string | null, scopes: ReadonlySet<Scope>): boolean =>
  partsOf(requires).every((part) => !isScope(part) || scopes.has(part));

export const accessIn = (requires: string | null): EventAccess =>
  Object.fromEntries(
    partsOf(requires).flatMap((part) => {
      const [kind = '', ids = ''] = part.split('=');
      return isScope(part) ? [] : [[kind, ids.split(',')]];
    }),
  );
