import { isRecord } from './document';

const DATA = new Set(['example', 'examples', 'default', 'const', 'enum']);

/** Every object of a part of the document; what stands in examples and defaults is data. */
export function walk(value: unknown, at: string, visit: (found: Record<string, unknown>, at: string) => void): void {
  if (Array.isArray(value)) return value.forEach((item, index) => walk(item, `${at}/${index}`, visit));
  if (!isRecord(value)) return undefined;

  visit(value, at);
  for (const [name, inner] of Object.entries(value)) {
    const isData = DATA.has(name) && !at.endsWith('/properties') && !at.endsWith('/responses');
    if (!isData) walk(inner, `${at}/${name.replaceAll('/', '~1')}`, visit);
  }
  return undefined;
}
