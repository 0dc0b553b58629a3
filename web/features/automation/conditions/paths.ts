import type { JsonValue } from '../../../../shared/automation/json';

const NAME = /^[A-Za-z_][\w-]*$/;

/** The path of a value as a template reads it: `body.commits[0].message`, `headers["x-github-event"]`. */
export function pathOf(root: string, keys: readonly (string | number)[]): string {
  return keys.reduce<string>((path, key) => {
    if (typeof key === 'number') return `${path}[${key}]`;
    return NAME.test(key) && !key.includes('-') ? `${path}.${key}` : `${path}["${key.replaceAll('"', '\\"')}"]`;
  }, root);
}

const MAX_SHOWN = 60;

export function shortValue(value: JsonValue): string {
  const text = typeof value === 'string' ? `“${value.replaceAll(/\s+/g, ' ')}”` : JSON.stringify(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
