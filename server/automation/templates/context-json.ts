import type { TemplateContext } from './types';

/** Roots that several templates read, such as the body of a split request. */
const known = new WeakMap<object, string>();

/** Object roots are serialised once, so they must not change. */
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
