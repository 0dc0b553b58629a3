import { EVENT_TYPES, EVENTS, type EventType } from './events';
import { SURFACES } from './surfaces';

const GLOB = /^(?:\*|[a-z][a-z_]*(?:\.[a-z_]+)*\.\*)$/;

export const isGlob = (pattern: string): boolean => pattern.endsWith('*');

/** Whether a name or a glob such as `api_key.*` stands for a type. */
export function matchesType(pattern: string, type: EventType): boolean {
  if (pattern === type) return true;
  if (!EVENTS[type].inGlobs || !isGlob(pattern)) return false;
  return type.startsWith(pattern.slice(0, -1));
}

/** The types that patterns stand for, in the order of the catalogue. */
export const typesOf = (patterns: readonly string[]): EventType[] =>
  EVENT_TYPES.filter((type) => patterns.some((pattern) => matchesType(pattern, type)));

/** What is wrong with a pattern, with the nearest right one; undefined when it stands for something. */
export function patternFault(pattern: string): string | undefined {
  if ((EVENT_TYPES as readonly string[]).includes(pattern)) return undefined;
  if (GLOB.test(pattern)) {
    if (typesOf([pattern]).length > 0) return undefined;
    return `No event type begins with ${pattern.slice(0, -1)}${hintFor(pattern)}`;
  }
  return `Unknown event type${hintFor(pattern)}`;
}

/** Every glob that stands for something: `*`, then each prefix. */
export function globs(): string[] {
  const prefixes = EVENT_TYPES.flatMap((type) => {
    const parts = type.split('.');
    return EVENTS[type].inGlobs ? parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('.')) : [];
  });
  return ['*', ...[...new Set(prefixes)].map((prefix) => `${prefix}.*`)];
}

function hintFor(pattern: string): string {
  const candidates = [...EVENT_TYPES, ...globs()];
  const [best] = candidates
    .map((name) => ({ name, distance: distance(pattern.slice(0, 80), name) }))
    .toSorted((a, b) => a.distance - b.distance);
  return best && best.distance <= Math.max(3, pattern.length / 3)
    ? `; did you mean ${best.name}?`
    : `; see GET /api/v1/event-types.`;
}

/** Levenshtein's: how many characters to insert, drop or replace. */
function distance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [row, left] of [...a].entries()) {
    const line = [row + 1];
    for (const [column, right] of [...b].entries()) {
      const replaced = (above[column] ?? 0) + (left === right ? 0 : 1);
      line.push(Math.min(replaced, (above[column + 1] ?? 0) + 1, (line[column] ?? 0) + 1));
    }
    above = line;
  }
  return above.at(-1) ?? 0;
}

export const surfaceLabel = (type: EventType): string => SURFACES[EVENTS[type].surface];
