/** Longer texts are cut: the longest that a network carries is a message of 65,536 characters. */
const MAX_TEXT = 70_000;
const MAX_DEPTH = 32;

/**
 * What a stranger wrote, in a form that every database and every JSON parser takes: without NUL characters and halves
 * of surrogate pairs, of bounded length and depth.
 */
export function cleaned<T>(value: T, depth = 0): T {
  if (typeof value === 'string') return cleanText(value) as T;
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (depth >= MAX_DEPTH) return null as T;
  if (Array.isArray(value)) return value.map((item: unknown) => cleaned(item, depth + 1)) as T;
  const entries = Object.entries(value).map(([key, item]) => [cleanText(key), cleaned<unknown>(item, depth + 1)]);
  return Object.fromEntries(entries) as T;
}

const cleanText = (text: string): string => text.slice(0, MAX_TEXT).replaceAll('\0', '').toWellFormed();
