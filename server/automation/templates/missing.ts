import {
  type Context,
  evalToken,
  type Filter,
  Output,
  type Template,
  type Token,
  toValue,
  toValueSync,
  TypeGuards,
  type Value,
} from 'liquidjs';

import type { MissingValue } from './types';

/** A loop can report the same value many times. */
const MAX_REPORTED = 20;
const MAX_NAME = 200;
const REGISTER = 'missing_values';

type Report = (token: Token) => void;
interface Writing extends Template {
  value?: Value;
}

/** Makes every output report values that it does not find, also within branches and loops. */
export function watchOutputs(templates: readonly Template[]): Template[] {
  for (const template of templates) {
    if (isWriting(template)) watch(template);
    if (template.children) watchOutputs(toValueSync<Template[]>(template.children(false, true)));
  }
  return [...templates];
}

/** Runs `render` and adds missing values to `found`. */
export function collectMissing<T>(context: Context, path: string, found: MissingValue[], render: () => T): T {
  const report: Report = (token) => {
    const name = token.getText().slice(0, MAX_NAME);
    const isKnown = found.some((one) => one.path === path && one.name === name);
    if (isKnown || found.length >= MAX_REPORTED) return;
    const [line = null, col = null] = token.getPosition();
    found.push({ path, name, line, col });
  };
  context.setRegister(REGISTER, report);
  return render();
}

const isWriting = (template: Template): template is Writing =>
  template instanceof Output || (TypeGuards.isTagToken(template.token) && template.token.name === 'echo');

function watch(template: Writing): void {
  const { value } = template;
  if (value) value.value = (context, lenient) => watched(value, context, lenient);
}

/** Does what `Value.value` does and reports missing values without a `default`. */
function* watched(value: Value, context: Context, lenient?: boolean): Generator<unknown, unknown, unknown> {
  let made = yield value.initial.evaluate(context, lenient);
  const [first, ...others] = value.initial.postfix;
  let missing = others.length === 0 && isNone(made) ? namedBy(first) : undefined;
  for (const filter of value.filters) {
    const before = made;
    made = yield filter.render(before, context);
    if (filter.name !== 'default') missing ??= yield* missingArgument(filter, context);
    else if (isNone(made)) missing ??= yield* missingArgument(filter, context);
    else if (made !== before || made === '') missing = undefined;
  }
  if (missing) context.getRegister<Report | undefined>(REGISTER)?.(missing);
  return made;
}

function* missingArgument({ args }: Filter, context: Context): Generator<unknown, Token | undefined, unknown> {
  for (const arg of args) {
    const token = namedBy(Array.isArray(arg) ? arg[1] : arg);
    if (token && isNone(yield evalToken(token, context))) return token;
  }
  return undefined;
}

const namedBy = (token: Token | undefined): Token | undefined =>
  token && TypeGuards.isPropertyAccessToken(token) ? token : undefined;

function isNone(given: unknown): boolean {
  const value: unknown = toValue(given);
  return value === null || value === undefined;
}
