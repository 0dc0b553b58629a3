import { type Context, isTruthy, type Liquid, toValueSync, Value } from 'liquidjs';

import { conditionIssue } from './condition-check';
import { failureOf } from './failures';
import { keepMade } from './kept';
import { contextOf } from './liquid';
import type { Held, TemplateIssue } from './types';

/** Read conditions are kept up to so many characters of their sources. */
const KEPT_CHARACTERS = 500_000;

export type HoldAll = (conditions: readonly string[], roots: Record<string, unknown>) => Held;

/** Tells whether all conditions of a list hold; the first that does not ends it. */
export function createConditions(liquid: Liquid): HoldAll {
  const read = keepMade(KEPT_CHARACTERS, (source) => conditionIssue(liquid, source) ?? new Value(source, liquid));

  return (conditions, roots) => {
    for (const [index, source] of conditions.entries()) {
      const path = `/${index}`;
      try {
        const condition = read(source);
        if (!(condition instanceof Value)) return { ok: false, failure: refused(condition, path) };
        if (!holds(condition, contextOf(liquid, roots))) return { ok: true, holds: false };
      } catch (error) {
        return { ok: false, failure: failureOf(error, path) };
      }
    }
    return { ok: true, holds: true };
  };
}

const holds = (condition: Value, context: Context): boolean =>
  isTruthy(toValueSync(condition.value(context, false)), context);

/** One that would not be saved today. */
const refused = ({ message, line, col }: TemplateIssue, path: string) => ({
  path,
  code: 'template_error' as const,
  message,
  line,
  col,
});
