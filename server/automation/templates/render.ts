import { assert, type Context, type Emitter, type Liquid, Output, type Template, toValueSync } from 'liquidjs';

import type { JsonValue } from '../../../shared/automation/json';
import { templateFailure, isOutOfTime } from './failures';
import { MEMORY_MAX } from './limits';
import { liquidContext } from './liquid';
import { memoizeSource } from './memoize-source';
import { collectMissing, watchOutputs } from './missing';
import { type Leaf, mapLeaves } from './tree';
import type { MissingValue, Rendered, RenderOptions } from './types';
import { jsonOf } from './values';

/** Parsed templates are cached up to this source length. */
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
          (keepsType ? valueOf : written)(liquid, templates, context),
        );
      };
      return jsonOf(givenTime(make), charge);
    };

    try {
      const value = mapLeaves(tree, render) ?? null;
      return missing.length === 0 ? { ok: true, value } : { ok: true, value, missing };
    } catch (error) {
      return { ok: false, failure: templateFailure(error, at) };
    }
  };
}

/** A thread that the system paused gets its time again. */
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

/** The value of a single output before it becomes text. */
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
