import type { Scope } from '../../shared/scopes';

/** Scopes as `events.requires` holds them, each between bars, so that one can be looked for; null for none. */
export const requirementOf = (scopes: Iterable<Scope>): string | null => {
  const names = [...new Set(scopes)].toSorted();
  return names.length === 0 ? null : `|${names.join('|')}|`;
};

/** Whether a reader of these scopes has all that an event requires besides the scope of its type. */
export const meetsRequirement = (requires: string | null, scopes: ReadonlySet<Scope>): boolean =>
  requires === null || (requires.slice(1, -1).split('|') as Scope[]).every((scope) => scopes.has(scope));
