import { jsonInside } from './json';

export function fieldsOf(pairs: Iterable<readonly [string, string]>): Record<string, string | string[]> {
  const fields = new Map<string, string | string[]>();
  for (const [name, value] of pairs) {
    const known = fields.get(name);
    if (known === undefined) fields.set(name, value);
    else if (typeof known === 'string') fields.set(name, [known, value]);
    else known.push(value);
  }
  return Object.fromEntries(fields);
}

/** GitHub sends a form whose only field `payload` contains JSON. */
export function parseForm(text: string): unknown {
  const fields = fieldsOf(new URLSearchParams(text));
  const { payload } = fields;
  const isWrapped = typeof payload === 'string' && Object.keys(fields).length === 1;
  return (isWrapped ? jsonInside(payload) : undefined) ?? fields;
}
