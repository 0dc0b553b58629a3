import type { TemplateContext } from '../../templates/types';

const OUTPUT = /^\s*\{\{-?\s*([a-z]\w*(?:\.[\w-]+|\["[^"\\]+"\])*)\s*-?\}\}\s*$/;
const PART = /\["([^"]+)"\]|([\w-]+)/g;
const VIRTUAL = new Set(['size', 'first', 'last']);

/** A template that is only a path, such as `{{ body.id }}`, needs no Worker. Undefined for others. */
export function plainOutput(template: string, context: TemplateContext): string | undefined {
  const path = OUTPUT.exec(template)?.[1];
  if (path === undefined) return undefined;
  let value: unknown = context;
  for (const [, quoted, plain] of path.matchAll(PART)) {
    const name = quoted ?? plain ?? '';
    if (VIRTUAL.has(name) || Array.isArray(value)) return undefined;
    const holds: boolean = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
    value = holds ? (value as Record<string, unknown>)[name] : null;
  }
  if (value === null || value === undefined) return '';
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;
}
