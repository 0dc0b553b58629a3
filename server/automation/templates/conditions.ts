import { type Context, isTruthy, type Liquid, toValueSync, Value } from 'liquidjs';

import { conditionIssue } from './condition-check';
import { templateFailure } from './failures';
import { liquidContext } from './liquid';
import { memoizeSource } from './memoize-source';
import type { Held, TemplateIssue } from './types';

/** Parsed conditions are cached up to this source length. */
const CACHED_CHARACTERS = 500_000;

type HoldAll = (conditions: readonly string[], roots: Record<string, unknown>) => Held;

export function createConditions(liquid: Liquid): HoldAll {
  const read = memoizeSource(
    CACHED_CHARACTERS,
    (source) => conditionIssue(liquid, source) ?? new Value(source, liquid),
  );

  return (conditions, roots) => {
    for (const [index, source] of conditions.entries()) {
      const path = `/${index}`;
      try {
        const condition = read(source);
        if (!(condition instanceof Value)) return { ok: false, failure: refused(condition, path) };
        if (!holds(condition, liquidContext(liquid, roots))) return { ok: true, holds: false };
      } catch (error) {
        return { ok: false, failure: templateFailure(error, path) };
      }
    }
    return { ok: true, holds: true };
  };
}

const holds = (condition: Value, context: Context): boolean =>
  isTruthy(toValueSync(condition.value(context, false)), context);

/** A condition that would be invalid today. */
const refused = ({ message, line, col }: TemplateIssue, path: string) => ({
  path,
  code: 'template_error' as const,
  message,
  line,
  col,
});
