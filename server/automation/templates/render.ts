import { assert, type Context, type Emitter, type Liquid, Output, type Template, toValueSync } from 'liquidjs';

import type { Json } from '../../../shared/automation/json';
import { failureOf, isOutOfTime } from './failures';
import { keepMade } from './kept';
import { MEMORY_MAX } from './limits';
import { contextOf } from './liquid';
import { collectMissing, watchOutputs } from './missing';
import { type Leaf, mapLeaves } from './tree';
import type { MissingValue, Rendered, RenderOptions } from './types';
import { jsonOf } from './values';

/** Parsed templates are kept up to so many characters of their sources. */
const KEPT_CHARACTERS = 2_000_000;

export type RenderTree = (
  tree: Json,
  roots: Record<string, unknown>,
  options: RenderOptions,
  onLeaf: (index: number) => void,
) => Rendered;

/** Renders trees of templates; `onLeaf` hears which string of the tree is next. */
export function createRenderer(liquid: Liquid): RenderTree {
  const parse = keepMade(KEPT_CHARACTERS, (source) => watchOutputs(liquid.parse(source)));

  return (tree, roots, { asText = false }, onLeaf) => {
    const charge = createCharge();
    const missing: MissingValue[] = [];
    let index = 0;
    let at = '';

    const render = ({ path, source }: Leaf): Json | undefined => {
      at = path;
      onLeaf(index);
      index += 1;
      const templates = parse(source);
      const keepsType = !asText && templates.length === 1 && templates[0] instanceof Output;
      const make = () => {
        const context = contextOf(liquid, roots);
        return collectMissing(context, path, missing, () =>
          (keepsType ? valueOf : written)(liquid, templates, context),
        );
      };
      return jsonOf(givenTime(make), charge);
    };

    try {
      const value = mapLeaves(tree, render) ?? null;
      return missing.length === 0 ? { ok: true, value } : { ok: true, value, missing };
    } catch (error) {
      return { ok: false, failure: failureOf(error, at) };
    }
  };
}

/** A thread that the machine kept waiting spent its time on nothing: it gets it once more. */
function givenTime(make: () => unknown): unknown {
  try {
    return make();
  } catch (error) {
    if (!isOutOfTime(error)) throw error;
    return make();
  }
}

const written = (liquid: Liquid, templates: Template[], context: Context): unknown =>
  toValueSync(liquid.renderer.renderTemplates(templates, context));

/** What a single output writes, before it is made text. */
function valueOf(liquid: Liquid, templates: Template[], context: Context): unknown {
  let value: unknown;
  const emitter: Emitter = { buffer: '', write: (given: unknown) => (value = given) };
  toValueSync(liquid.renderer.renderTemplates(templates, context, emitter));
  return value;
}

/** Counts what all leaves come to. */
function createCharge(): (count: number) => void {
  let sum = 0;
  return (count) => {
    sum += count;
    assert(sum <= MEMORY_MAX, 'memory alloc limit exceeded');
  };
}
