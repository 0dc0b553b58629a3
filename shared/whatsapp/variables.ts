const HOLE = /\{\{\s*([a-z0-9_]{1,64})\s*\}\}/g;
/** Values of these keys are identifiers or files, not text. */
const FIXED: ReadonlySet<string> = new Set(['type', 'media', 'language', 'sub_type', 'parameter_name']);

/** Replaces each `{{name}}` in texts. */
export function fillVariables<T>(content: T, valueOf: (name: string) => string): T {
  const fill = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replaceAll(HOLE, (_, name: string) => valueOf(name));
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, FIXED.has(key) ? part : fill(part)]));
  };
  return fill(content) as T;
}

export function variablesIn(content: unknown): string[] {
  const names = new Set<string>();
  fillVariables(content, (name) => {
    names.add(name);
    return '';
  });
  return [...names];
}
