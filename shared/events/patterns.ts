import { z } from 'zod';

import { distance } from '../typing-slip';
import { EVENT_TYPES, EVENTS, type EventType } from './events';

const MAX_PATTERN_LENGTH = 80;
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
function patternFault(pattern: string): string | undefined {
  if ((EVENT_TYPES as readonly string[]).includes(pattern)) return undefined;
  // Neither read through nor repeated.
  if (pattern.length > MAX_PATTERN_LENGTH) return `Must have at most ${MAX_PATTERN_LENGTH} characters.`;
  if (GLOB.test(pattern)) {
    if (typesOf([pattern]).length > 0) return undefined;
    return `No event type begins with ${pattern.slice(0, -1)}${hintFor(pattern)}`;
  }
  return `Unknown event type${hintFor(pattern)}`;
}

/** Every glob that stands for something: `*`, then each prefix. */
function globs(): string[] {
  const prefixes = EVENT_TYPES.flatMap((type) => {
    const parts = type.split('.');
    return EVENTS[type].inGlobs ? parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('.')) : [];
  });
  return ['*', ...[...new Set(prefixes)].map((prefix) => `${prefix}.*`)];
}

function hintFor(pattern: string): string {
  const near = [...EVENT_TYPES, ...GLOBS].find((name) => distance(pattern, name) <= 2);
  return near === undefined ? '; see GET /api/v1/event-types.' : `; did you mean ${near}?`;
}

const GLOBS = globs();

/** A type, `*`, or a glob that stands for something; the error names the nearest one. */
export const EventPattern = z.enum([...EVENT_TYPES, ...GLOBS] as [string, ...string[]], {
  // `String` calls what an object has as its `toString`.
  error: ({ input }) => (typeof input === 'string' ? patternFault(input) : undefined) ?? 'Must be a string.',
});
