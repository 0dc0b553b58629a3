import type { TemplateContext } from './types';

/** Of roots that are read by one template after the other, such as the body of a request that is split. */
const known = new WeakMap<object, string>();

/** A context as JSON. A root that is an object must stay as it is: it is written once. */
export function contextJson(context: TemplateContext): string {
  const members = Object.entries(context).flatMap(([name, value]) => {
    const json = rootJson(value);
    return json === undefined ? [] : `${JSON.stringify(name)}:${json}`;
  });
  return `{${members.join(',')}}`;
}

function rootJson(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  let json = known.get(value);
  if (json === undefined) known.set(value, (json = JSON.stringify(value)));
  return json;
}
