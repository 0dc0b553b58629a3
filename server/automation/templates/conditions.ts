import {
  type Context,
  isTruthy,
  type Liquid,
  type PropertyAccessToken,
  type Token,
  Tokenizer,
  toValueSync,
  TypeGuards,
  Value,
} from 'liquidjs';

import { messageOf, templateFailure } from './failures';
import { CONDITION_MAX, isTooNested, TOO_NESTED } from './limits';
import { liquidContext, memoizeSource } from './liquid';
import type { ConditionResult, TemplateIssue } from './types';

const CACHED_CHARACTERS = 500_000;

type EvaluateConditions = (conditions: readonly string[], roots: Record<string, unknown>) => ConditionResult;

export function createConditions(liquid: Liquid): EvaluateConditions {
  const read = memoizeSource(
    CACHED_CHARACTERS,
    (source) => conditionIssue(liquid, source) ?? new Value(source, liquid),
  );

  return (conditions, roots) => {
    for (const [index, source] of conditions.entries()) {
      const path = `/${index}`;
      try {
        const condition = read(source);
        if (!(condition instanceof Value)) return { ok: false, failure: issueFailure(condition, path) };
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

/** For conditions that were valid when they were saved. */
const issueFailure = ({ message, line, col }: TemplateIssue, path: string) => ({
  path,
  code: 'template_error' as const,
  message,
  line,
  col,
});

const PARENTHESES =
  'Parentheses mean ranges and do not group. Split the condition into a list: all conditions of a list must hold.';
const EMPTY = 'Is empty.';

const COMMON_MISTAKES: readonly (readonly [RegExp, string])[] = [
  [/^\{[{%]/, 'Write the condition alone, without {{ }} and {% %}.'],
  [/^\|\|/, 'Write `or` in place of `||`.'],
  [/^&&/, 'Write `and` in place of `&&`.'],
  [/^\|/, 'Filters cannot be used in conditions.'],
  [/^=/, 'Compare with `==`.'],
  [/^!/, 'Write `not` in place of `!`.'],
  [/^[‘’“”]/, `Write straight quotes, \`"\` or \`'\`.`],
];

/** Validates the structure of a condition, because liquidjs accepts `a ==`, `a b` and `a == 1 and` silently. */
export function conditionIssue(liquid: Liquid, source: string): TemplateIssue | null {
  const issue = (message: string, at: number): TemplateIssue => ({
    path: '',
    code: 'invalid_condition',
    message,
    ...positionAt(source, at),
  });
  if (source.length > CONDITION_MAX) return issue(`Must be at most ${CONDITION_MAX} characters long.`, 0);
  if (isTooNested(source)) return issue(TOO_NESTED, 0);
  if (source.trim() === '') return issue(EMPTY, 0);

  const parenthesis = withoutQuoted(source).search(/[()]/);
  if (parenthesis >= 0) return issue(PARENTHESES, parenthesis);

  const tokenizer = new Tokenizer(source, liquid.options.operators);
  let before: Token | undefined;
  try {
    for (const token of tokenizer.readExpressionTokens()) {
      const fault = tokenFault(token, before);
      if (fault) return issue(fault.message, fault.at);
      before = token;
    }
  } catch (error) {
    const message = messageOf(error);
    return issue(message === '[ not closed' ? 'The bracket is not closed.' : message, tokenizer.p);
  }

  tokenizer.skipBlank();
  const rest = source.slice(tokenizer.p);
  if (rest !== '') return issue(unreadable(rest, before), tokenizer.p);
  return needsValue(before) ? issue('A value is missing at the end.', source.length) : null;
}

interface TokenFault {
  message: string;
  at: number;
}

function tokenFault(token: Token, before: Token | undefined): TokenFault | null {
  const text = token.getText();
  const at = token.begin;
  if (isOperator(token)) {
    if (text !== 'not') return needsValue(before) ? { message: `A value is missing before \`${text}\`.`, at } : null;
    if (!needsValue(before)) return { message: 'An operator is missing before `not`.', at };
    if (BEFORE_NOT.has(before?.getText() ?? '')) return null;
    return { message: 'Write `not` before the whole comparison.', at };
  }
  if (!needsValue(before)) return { message: `An operator is missing before \`${text}\`.`, at };
  if (TypeGuards.isQuotedToken(token) && !isClosed(text)) return { message: 'The quote is not closed.', at };
  return TypeGuards.isPropertyAccessToken(token) ? pathFault(token) : null;
}

const BEFORE_NOT = new Set(['', 'and', 'or', 'not']);

const needsValue = (before: Token | undefined): boolean => before === undefined || isOperator(before);

const isOperator = (token: Token): boolean => TypeGuards.isOperatorToken(token);

const QUOTED = /(["'])(?:\\[^]|(?!\1)[^\\])*\1/g;

const isClosed = (quoted: string): boolean => quoted.replace(QUOTED, '') === '';

/** Keeps positions. */
const withoutQuoted = (source: string): string => source.replace(QUOTED, (quoted) => ' '.repeat(quoted.length));

/** liquidjs ignores text between a property and its `]`, and a trailing dot. */
function pathFault({ props, input, begin, end }: PropertyAccessToken): TokenFault | null {
  const text = input.slice(begin, end);
  if (text.trimEnd().endsWith('.')) return { message: 'A name is missing after the dot.', at: end };
  if (/^[0-9]/.test(text)) return { message: `\`${text}\` is neither a number nor a name.`, at: begin };
  for (const prop of props) {
    if (TypeGuards.isQuotedToken(prop) && !isClosed(prop.getText())) {
      return { message: 'The quote is not closed.', at: prop.begin };
    }
    const fault = TypeGuards.isPropertyAccessToken(prop) ? pathFault(prop) : null;
    if (fault) return fault;
    const isBracketed = /\[\s*$/.test(input.slice(begin, prop.begin));
    if (isBracketed && prop.begin === prop.end)
      return { message: 'A name or number is missing in `[ ]`.', at: prop.begin };
    if (isBracketed && !/^\s*\]/.test(input.slice(prop.end))) return { message: '`]` is missing.', at: prop.end };
  }
  return null;
}

function unreadable(rest: string, before: Token | undefined): string {
  const known = COMMON_MISTAKES.find(([start]) => start.test(rest));
  if (known) return known[1];
  const start = rest.slice(0, 20);
  return needsValue(before)
    ? `A value was expected before \`${start}\`.`
    : `An operator was expected before \`${start}\`.`;
}

function positionAt(source: string, at: number): { line: number; col: number } {
  const before = source.slice(0, at).split('\n');
  return { line: before.length, col: (before.at(-1)?.length ?? 0) + 1 };
}
