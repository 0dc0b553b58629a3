import { z } from 'zod';

import { editDistance } from '../edit-distance';
import { EVENT_TYPES, EVENTS, type EventType } from './events';

const MAX_PATTERN_LENGTH = 80;
const GLOB = /^(?:\*|[a-z][a-z_]*(?:\.[a-z_]+)*\.\*)$/;

export const isGlob = (pattern: string): boolean => pattern.endsWith('*');

/** `pattern` is a type or a glob such as `api_key.*`. */
export function matchesType(pattern: string, type: EventType): boolean {
  if (pattern === type) return true;
  if (!EVENTS[type].matchedByPatterns || !isGlob(pattern)) return false;
  return type.startsWith(pattern.slice(0, -1));
}

/** In the order of the catalogue. */
export const typesOf = (patterns: readonly string[]): EventType[] =>
  EVENT_TYPES.filter((type) => patterns.some((pattern) => matchesType(pattern, type)));

/** Suggests the nearest valid pattern; undefined for a valid one. */
function patternFault(pattern: string): string | undefined {
  if ((EVENT_TYPES as readonly string[]).includes(pattern)) return undefined;
  // A long pattern is neither searched nor repeated.
  if (pattern.length > MAX_PATTERN_LENGTH) return `Must have at most ${MAX_PATTERN_LENGTH} characters.`;
  if (GLOB.test(pattern)) {
    if (typesOf([pattern]).length > 0) return undefined;
    return `No event type begins with ${pattern.slice(0, -1)}${hintFor(pattern)}`;
  }
  return `Unknown event type${hintFor(pattern)}`;
}

function globs(): string[] {
  const prefixes = EVENT_TYPES.flatMap((type) => {
    const parts = type.split('.');
    return EVENTS[type].matchedByPatterns ? parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('.')) : [];
  });
  return ['*', ...[...new Set(prefixes)].map((prefix) => `${prefix}.*`)];
}

function hintFor(pattern: string): string {
  const near = [...EVENT_TYPES, ...GLOBS].find((name) => editDistance(pattern, name) <= 2);
  return near === undefined ? '; see GET /api/v1/event-types.' : `; did you mean ${near}?`;
}

const GLOBS = globs();

export const EventPattern = z.enum([...EVENT_TYPES, ...GLOBS] as [string, ...string[]], {
  // `String(input)` would call `toString` of the input.
  error: ({ input }) => (typeof input === 'string' ? patternFault(input) : undefined) ?? 'Must be a string.',
});
