import type { EndpointWarning } from '../../../../shared/automation/endpoint';
import type { JsonValue } from '../../../../shared/automation/json';
import { pathsOf } from '../../templates/check';
import type { TemplateContext } from '../../templates/types';
import { CONTEXT_ROOTS } from './template-context';

const LIMIT = 50;
const ALWAYS_THERE = new Set(['item', 'index', 'endpoint', 'workspace', 'now', 'timezone', 'method', 'files', 'type']);
const ROOTS: ReadonlySet<string> = new Set(CONTEXT_ROOTS.filter((root) => !ALWAYS_THERE.has(root)));

export function missingIn(mapping: JsonValue, samples: readonly TemplateContext[]): EndpointWarning[] {
  if (samples.length === 0) return [];
  const paths = [...new Set(pathsOf(mapping))].filter((path) => ROOTS.has(partsOf(path)[0] ?? ''));
  return paths
    .filter((path) => !samples.some((sample) => has(sample, partsOf(path))))
    .slice(0, LIMIT)
    .map((path) => ({ code: 'path_not_in_samples', path }));
}

/** Such as `body.items[0]["a b"].name`. */
const partsOf = (path: string): string[] =>
  [...path.matchAll(/\["((?:[^"\\]|\\.)*)"\]|\[(-?\d+)\]|([^.[\]]+)/g)].map(
    ([, quoted, index, plain]) => quoted ?? index ?? plain ?? '',
  );

const VIRTUAL = new Set(['size', 'first', 'last']);

function has(value: unknown, parts: readonly string[]): boolean {
  const [part, ...rest] = parts;
  if (part === undefined) return true;
  if (typeof value === 'string') return VIRTUAL.has(part);
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value) && (part === 'first' || part === 'last'))
    return has(value.at(part === 'first' ? 0 : -1), rest);
  if (VIRTUAL.has(part) && rest.length === 0) return true;
  return Object.hasOwn(value, part) && has((value as Record<string, unknown>)[part], rest);
}
