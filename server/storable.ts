/** PostgreSQL stores neither NUL nor, in JSON, lone surrogates. */
export const storable = (text: string): string =>
  isStorable(text) ? text : text.replaceAll('\0', '\ufffd').toWellFormed();

export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** JSON allows these escapes, which databases refuse. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/i;

type Change = (text: string) => string;

/** Makes all strings storable. Throws like `JSON.parse`. */
export function parseStorable(json: string, change: Change = storable): unknown {
  const value: unknown = JSON.parse(json);
  return UNSTORABLE.test(json) ? changed(value, change) : value;
}

export function printStorable(value: unknown): string {
  const json = JSON.stringify(value);
  return UNSTORABLE.test(json) ? JSON.stringify(parseStorable(json)) : json;
}

/** Includes keys. Escapes in the JSON text cannot be checked one by one, and recursion could overflow the stack. */
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

function changedOne(value: unknown, change: Change): unknown {
  if (typeof value === 'string') return isStorable(value) ? value : change(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  if (Object.keys(value).every(isStorable)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, own]) => [isStorable(key) ? key : change(key), own]));
}
