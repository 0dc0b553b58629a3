import type { TemplateContext } from '../templates/types';

const OUTPUT = /^\s*\{\{-?\s*([a-z]\w*(?:\.[\w-]+|\["[^"\\]+"\])*)\s*-?\}\}\s*$/;
const PART = /\["([^"]+)"\]|([\w-]+)/g;
/** What templates ask of every value. */
const VIRTUAL = new Set(['size', 'first', 'last']);

/**
 * The text of a template that is one path and nothing else, such as `{{ body.id }}`: it can neither loop nor grow, so it
 * needs no Worker. Undefined for any other template, and for what is no plain value.
 */
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
