/** Text that every database takes: PostgreSQL stores no NUL, and its JSON no half of a surrogate pair. */
export const storable = (text: string): string =>
  isStorable(text) ? text : text.replaceAll('\0', '\ufffd').toWellFormed();

export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** What JSON can write and databases do not take. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/i;

type Change = (text: string) => string;

/** The value that a text of JSON stands for, its own texts such that every database takes them. Throws as JSON.parse. */
export function parseStorable(json: string, change: Change = storable): unknown {
  const value: unknown = JSON.parse(json);
  return UNSTORABLE.test(json) ? changed(value, change) : value;
}

/** JSON of a value, its texts such that every database takes them. */
export function printStorable(value: unknown): string {
  const json = JSON.stringify(value);
  return UNSTORABLE.test(json) ? JSON.stringify(parseStorable(json)) : json;
}

/**
 * Includes keys. Works on parsed values, since escapes in the text cannot be checked one by one. Without recursion,
 * since it may be deep.
 */
function changed(value: unknown, change: Change): unknown {
  const whole: Record<string, unknown> = { value };
  const waiting: object[] = [whole];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const place = next as Record<PropertyKey, unknown>;
    for (const [key, old] of Array.isArray(next) ? next.entries() : Object.entries(next)) {
      const own = changedOne(old, change);
      if (own !== old) place[key] = own;
      if (typeof own === 'object' && own !== null) waiting.push(own);
    }
  }
  return whole['value'];
}

/** A text, or an object as far as its keys. */
function changedOne(value: unknown, change: Change): unknown {
  if (typeof value === 'string') return isStorable(value) ? value : change(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  if (Object.keys(value).every(isStorable)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, own]) => [isStorable(key) ? key : change(key), own]));
}
