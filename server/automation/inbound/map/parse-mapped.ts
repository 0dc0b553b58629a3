import type { z } from 'zod';

import type { JsonValue } from '../../../../shared/automation/json';
import { flatIssues } from '../../../../shared/union-issues';

/** A leaf of one output keeps its type, so numbers and booleans become text where the schema needs text. */
export function parseMapped<T>(schema: z.ZodType<T>, value: JsonValue): z.ZodSafeParseResult<T> {
  const first = schema.safeParse(value);
  if (first.success) return first;
  const paths = flatIssues(first.error.issues).flatMap((issue) =>
    issue.code === 'invalid_type' && issue.expected === 'string' ? [issue.path] : [],
  );
  if (paths.length === 0) return first;
  const changed = structuredClone(value);
  const written = paths.filter((path) => writeOut(changed, path));
  return written.length === 0 ? first : schema.safeParse(changed);
}

function writeOut(root: JsonValue, path: readonly PropertyKey[]): boolean {
  let holder: unknown = root;
  for (const part of path.slice(0, -1)) {
    if (typeof holder !== 'object' || holder === null) return false;
    holder = (holder as Record<PropertyKey, unknown>)[part];
  }
  const last = path.at(-1);
  if (typeof holder !== 'object' || holder === null || last === undefined) return false;
  const leaf = (holder as Record<PropertyKey, unknown>)[last];
  if (typeof leaf !== 'number' && typeof leaf !== 'boolean') return false;
  (holder as Record<PropertyKey, unknown>)[last] = String(leaf);
  return true;
}
