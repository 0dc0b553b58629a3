/** Small readers of search parameters for the validators in `routes/`. Invalid values are left out. */
export type Search = Record<string, unknown>;

const MAX_TEXT = 200;

export function textIn(search: Search, name: string): string | undefined {
  const value = search[name];
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' && value !== '' ? value.slice(0, MAX_TEXT) : undefined;
}

export function oneOf<T extends string>(search: Search, name: string, values: readonly T[]): T | undefined {
  const value = search[name];
  return values.find((known) => known === value);
}

/** A date as date fields write it, `2026-11-21`. */
export function dayIn(search: Search, name: string): string | undefined {
  const value = textIn(search, name);
  return value !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined;
}

/** An instant in the only form that the API accepts. */
export function timeIn(search: Search, name: string): string | undefined {
  const time = Date.parse(textIn(search, name) ?? '');
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

export function flagIn(search: Search, name: string): true | undefined {
  const value = search[name];
  return value === true || value === 1 || value === '1' || value === 'true' ? true : undefined;
}

export function compact<T extends Search>(search: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
