interface Change {
  field: string;
  before?: string;
  after?: string;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value)) ?? '';
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `{before, after}` per field, without unchanged fields; anything else as it is. */
export function changesOf(changes: Record<string, unknown> | null): Change[] {
  if (changes === null) return [];
  const { before, after } = changes;
  if (!isObject(before) && !isObject(after)) {
    return Object.entries(changes).map(([field, value]) => ({ field, after: textOf(value) }));
  }
  const old = isObject(before) ? before : {};
  const now = isObject(after) ? after : {};
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((field) => textOf(old[field]) !== textOf(now[field]) || !(field in old) || !(field in now))
    .map((field) => ({
      field,
      ...(field in old ? { before: textOf(old[field]) } : {}),
      ...(field in now ? { after: textOf(now[field]) } : {}),
    }));
}
