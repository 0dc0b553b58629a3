import {
  assert,
  type Context,
  type Emitter,
  evalToken,
  type Filter,
  type Liquid,
  Output,
  type Template,
  type Token,
  toValue,
  toValueSync,
  TypeGuards,
  type Value,
} from 'liquidjs';

import type { JsonValue } from '../../../shared/automation/json';
import { isRenderTimeout, templateFailure } from './failures';
import { MEMORY_MAX, RENDER_MS, STARVED_MS } from './limits';
import { liquidContext, memoizeSource } from './liquid';
import { processorMs } from './processor-time';
import { type Leaf, mapLeaves } from './tree';
import type { MissingValue, RenderOptions, Rendered } from './types';
import { jsonOf } from './values';

const CACHED_CHARACTERS = 2_000_000;

export type RenderTree = (
  tree: JsonValue,
  roots: Record<string, unknown>,
  options: RenderOptions,
  onLeaf: (index: number) => void,
) => Rendered;

/** `onLeaf` is called with the index of the next string. */
export function createRenderer(liquid: Liquid): RenderTree {
  const parse = memoizeSource(CACHED_CHARACTERS, (source) => watchOutputs(liquid.parse(source)));

  return (tree, roots, { asText = false }, onLeaf) => {
    const charge = createCharge();
    const missing: MissingValue[] = [];
    let index = 0;
    let at = '';

    const render = ({ path, source }: Leaf): JsonValue | undefined => {
      at = path;
      onLeaf(index);
      index += 1;
      const templates = parse(source);
      const keepsType = !asText && templates.length === 1 && templates[0] instanceof Output;
      const make = () => {
        const context = liquidContext(liquid, roots);
        return collectMissing(context, path, missing, () =>
          (keepsType ? valueOf : renderText)(liquid, templates, context),
        );
      };
      return jsonOf(retryOnTimeout(make), charge);
    };

    try {
      const value = mapLeaves(tree, render) ?? null;
      return missing.length === 0 ? { ok: true, value } : { ok: true, value, missing };
    } catch (error) {
      return { ok: false, failure: templateFailure(error, at) };
    }
  };
}

/** Ratio of processor time to the limit. */
const SHARE_OF_LIMIT = 0.8;

/** The library measures wall-clock time, so a template that lacked the processor is rendered again. */
function retryOnTimeout(make: () => unknown): unknown {
  const until = performance.now() + STARVED_MS;
  for (;;) {
    const before = processorMs();
    try {
      return make();
    } catch (error) {
      const isUsed = processorMs() - before > RENDER_MS * SHARE_OF_LIMIT;
      if (!isRenderTimeout(error) || isUsed || performance.now() > until) throw error;
    }
  }
}

const renderText = (liquid: Liquid, templates: Template[], context: Context): unknown =>
  toValueSync(liquid.renderer.renderTemplates(templates, context));

function valueOf(liquid: Liquid, templates: Template[], context: Context): unknown {
  let value: unknown;
  const emitter: Emitter = { buffer: '', write: (given: unknown) => (value = given) };
  toValueSync(liquid.renderer.renderTemplates(templates, context, emitter));
  return value;
}

function createCharge(): (count: number) => void {
  let sum = 0;
  return (count) => {
    sum += count;
    assert(sum <= MEMORY_MAX, 'memory alloc limit exceeded');
  };
}

/** Loops can report the same value many times. */
const MAX_REPORTED = 20;
const MAX_NAME = 200;
const REGISTER = 'missing_values';

type Report = (token: Token) => void;
interface Writing extends Template {
  value?: Value;
}

/** Applies to outputs within branches and loops too. */
function watchOutputs(templates: readonly Template[]): Template[] {
  for (const template of templates) {
    if (isWriting(template)) watch(template);
    if (template.children) watchOutputs(toValueSync<Template[]>(template.children(false, true)));
  }
  return [...templates];
}

function collectMissing<T>(context: Context, path: string, found: MissingValue[], render: () => T): T {
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

/** Like `Value.value`, but reports missing values without a `default`. */
function* watched(value: Value, context: Context, lenient?: boolean): Generator<unknown, unknown, unknown> {
  let result = yield value.initial.evaluate(context, lenient);
  const [first, ...others] = value.initial.postfix;
  let missing = others.length === 0 && isMissing(result) ? namedBy(first) : undefined;
  for (const filter of value.filters) {
    const before = result;
    result = yield filter.render(before, context);
    if (filter.name !== 'default') missing ??= yield* missingArgument(filter, context);
    else if (isMissing(result)) missing ??= yield* missingArgument(filter, context);
    else if (result !== before || result === '') missing = undefined;
  }
  if (missing) context.getRegister<Report | undefined>(REGISTER)?.(missing);
  return result;
}

function* missingArgument({ args }: Filter, context: Context): Generator<unknown, Token | undefined, unknown> {
  for (const arg of args) {
    const token = namedBy(Array.isArray(arg) ? arg[1] : arg);
    if (token && isMissing(yield evalToken(token, context))) return token;
  }
  return undefined;
}

const namedBy = (token: Token | undefined): Token | undefined =>
  token && TypeGuards.isPropertyAccessToken(token) ? token : undefined;

function isMissing(given: unknown): boolean {
  const value: unknown = toValue(given);
  return value === null || value === undefined;
}
