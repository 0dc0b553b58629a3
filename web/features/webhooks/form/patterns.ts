import type { Outputs } from '../../../trpc';
import { t } from './texts';

export type EventTypeSummary = Outputs['events']['types']['list']['data'][number];

/**
 * Whether a subscribed name or glob matches a type. It uses the loaded catalogue: the server’s matcher would add the
 * schemas.
 */
export function matchesType(
  pattern: string,
  { type, matched_by_patterns: isInGlobs }: Pick<EventTypeSummary, 'type' | 'matched_by_patterns'>,
) {
  if (pattern === type) return true;
  return isInGlobs && pattern.endsWith('*') && type.startsWith(pattern.slice(0, -1));
}

export const typesOf = (patterns: readonly string[], types: readonly EventTypeSummary[]): EventTypeSummary[] =>
  types.filter((type) => patterns.some((pattern) => matchesType(pattern, type)));

export const surfacesOf = (patterns: readonly string[], types: readonly EventTypeSummary[]): string[] => [
  ...new Set(typesOf(patterns, types).map(({ surface }) => surface)),
];

/** "api_key.* + 2". */
export function summaryOf(patterns: readonly string[]): string {
  const [first, ...rest] = patterns;
  if (first === undefined) return t('addressedOnly');
  return rest.length === 0 ? first : `${first} + ${rest.length}`;
}

export interface EventFamily {
  /** `api_key`: what all its names begin with. */
  prefix: string;
  surface: string;
  types: EventTypeSummary[];
}

export function familiesOf(types: readonly EventTypeSummary[]): EventFamily[] {
  const families = new Map<string, EventFamily>();
  for (const type of types) {
    const prefix = prefixOf(type);
    const family = families.get(prefix);
    if (family) family.types.push(type);
    else families.set(prefix, { prefix, surface: type.surface, types: [type] });
  }
  return [...families.values()];
}

/** `whatsapp.message` of `whatsapp.message.received`, `api_key` of `api_key.created`. */
const prefixOf = ({ type, surface }: EventTypeSummary): string =>
  type
    .split('.')
    .slice(0, type.startsWith(`${surface}.`) ? 2 : 1)
    .join('.');

/** Adds the pattern and removes those that it covers. */
export function withPattern(patterns: readonly string[], added: string, types: readonly EventTypeSummary[]): string[] {
  const isCovered = (pattern: string) =>
    added.endsWith('*') &&
    (pattern.endsWith('*')
      ? pattern.startsWith(added.slice(0, -1))
      : types.some((type) => type.type === pattern && matchesType(added, type)));
  return [...patterns.filter((pattern) => !isCovered(pattern)), added];
}
