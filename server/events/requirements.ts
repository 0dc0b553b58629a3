import type { Scope } from '../../shared/scopes';
import type { SelectorName } from '../../shared/webhooks';

/** Ids of objects that a reader who is narrowed to some of a kind must reach; what the data of an event says goes after it. */
export type EventReach = Partial<Record<SelectorName, readonly string[]>>;

/** In place of ids: nobody reaches it who is narrowed to some. */
export const ANYTHING = '*';

/**
 * What a reader needs besides the scope of the type, as `events.requires` holds it: each between bars, scopes by their
 * names, so that one can be looked for, and reach as `kind=id,id`. Null for nothing.
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

/** Whether a reader of these scopes has all scopes that an event requires besides the one of its type. */
export const meetsRequirement = (requires: string | null, scopes: ReadonlySet<Scope>): boolean =>
  partsOf(requires).every((part) => !isScope(part) || scopes.has(part));

/** What a narrowed reader must reach, as far as the event itself says that. */
export const reachIn = (requires: string | null): EventReach =>
  Object.fromEntries(
    partsOf(requires).flatMap((part) => {
      const [kind = '', ids = ''] = part.split('=');
      return isScope(part) ? [] : [[kind, ids.split(',')]];
    }),
  );
