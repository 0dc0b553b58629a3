import type { Scope } from '../../shared/access/scopes';
import type { SelectorName } from '../../shared/webhooks/webhooks';

/** Objects that a narrowed reader needs, besides those in the event’s data. */
export type EventReach = Partial<Record<SelectorName, readonly string[]>>;

/** Instead of ids: no narrowed reader may see it. */
export const ANYTHING = '*';

/**
 * Requirements as stored in `events.requires`: scopes by name and objects as `kind=id,id`, each between `|` so that SQL
 * can search for one. Null for none.
 */
export function requirementOf(scopes: Iterable<Scope>, reach: EventReach = {}): string | null {
  const parts = [
    ...[...new Set<string>(scopes)].toSorted(),
    ...Object.entries(reach).map(([kind, ids]) => `${kind}=${ids.join(',')}`),
  ];
  return parts.length === 0 ? null : `|${parts.join('|')}|`;
}

const partsOf = (requires: string | null): string[] => requires?.slice(1, -1).split('|') ?? [];
const isScope = (part: string): part is Scope => !part.includes('=');

/** Whether `scopes` include those that an event requires besides the scope of its type. */
export const meetsRequirement = (requires: string | null, scopes: ReadonlySet<Scope>): boolean =>
  partsOf(requires).every((part) => !isScope(part) || scopes.has(part));

/** The required objects stored with an event. */
export const reachIn = (requires: string | null): EventReach =>
  Object.fromEntries(
    partsOf(requires).flatMap((part) => {
      const [kind = '', ids = ''] = part.split('=');
      return isScope(part) ? [] : [[kind, ids.split(',')]];
    }),
  );
