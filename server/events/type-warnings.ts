import { inOrder, type Scope } from '../../shared/access/scopes';
import { EVENTS } from '../../shared/events/events';
import { typesOf } from '../../shared/events/patterns';
import type { EventWarning } from '../../shared/events/warning';

interface Wording {
  reason: string;
  fix: (scopes: string) => string;
}

const MAX_NAMED_TYPES = 5;

const SUBSCRIPTION = (field: string): Wording => ({
  reason: `because the required scopes were missing when \`${field}\` was set`,
  fix: (scopes) =>
    `To receive all of them, add one of them to \`${field}\` by its full name, with a key or role that has ${scopes}.`,
});
const FILTER: Wording = {
  reason: 'because the caller does not have the required scopes',
  fix: (scopes) => `To receive them, use a key that has ${scopes}.`,
};

export const subscriptionWarnings = (
  patterns: readonly string[],
  scopes: ReadonlySet<Scope>,
  field: string,
): EventWarning[] => omittedTypeWarnings(patterns, scopes, SUBSCRIPTION(field));

export const filterWarnings = (patterns: readonly string[], scopes: ReadonlySet<Scope>): EventWarning[] =>
  omittedTypeWarnings(patterns, scopes, FILTER);

function omittedTypeWarnings(
  patterns: readonly string[],
  scopes: ReadonlySet<Scope>,
  { reason, fix }: Wording,
): EventWarning[] {
  const types = typesOf(patterns).filter((type) => !scopes.has(EVENTS[type].scope));
  if (types.length === 0) return [];
  const missing = inOrder(types.map((type) => EVENTS[type].scope));
  const named = types.slice(0, MAX_NAMED_TYPES).join(', ');
  const more = types.length > MAX_NAMED_TYPES ? ` and ${types.length - MAX_NAMED_TYPES} more, all in \`types\`` : '';
  return [
    {
      code: 'events_omitted',
      message: `These event types are left out, ${reason}: ${named}${more}. ${fix(missing.join(', '))}`,
      types,
      required_scopes: missing,
    },
  ];
}
