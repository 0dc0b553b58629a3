/** Longer texts are cut; networks carry at most 65,536 characters. */
const MAX_TEXT = 70_000;
const MAX_DEPTH = 32;
/** Four digits of a year. */
const LAST_TIME = Date.UTC(9999, 11, 31);

/** Without NUL and lone surrogates, bounded, so that databases, JSON parsers and the schemas of answers accept it. */
export function cleaned<T>(value: T, depth = 0): T {
  if (typeof value === 'string') return cleanText(value) as T;
  if (value instanceof Date) return cleanTime(value.getTime()) as T;
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return null as T;
  if (Array.isArray(value)) return value.map((item: unknown) => cleaned(item, depth + 1)) as T;
  const entries = Object.entries(value).map(([key, item]) => [cleanText(key), cleaned<unknown>(item, depth + 1)]);
  return Object.fromEntries(entries) as T;
}

const cleanText = (text: string): string => text.slice(0, MAX_TEXT).replaceAll('\0', '').toWellFormed();

const cleanTime = (time: number): Date =>
  new Date(Number.isNaN(time) ? Date.now() : Math.min(LAST_TIME, Math.max(0, time)));
