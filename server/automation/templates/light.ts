import type { Json } from '../../../shared/automation/json';
import { contextJson } from './context-json';
import { createLiquid } from './liquid';
import { withoutMarks } from './marks';
import { createRenderer, type RenderTree } from './render';
import { leavesOf } from './tree';
import type { Rendered, TemplateContext } from './types';

/** Filters that look at each character of their value once or so, and make hardly more of them. */
const FILTERS = 'truncate|strip|lstrip|rstrip|upcase|downcase|capitalize|default|escape|append|prepend|shorten';
const LITERAL = String.raw`(?:"[^"{}|]*"|'[^'{}|]*'|\d{1,9})`;
const OUTPUT = new RegExp(
  String.raw`\{\{-?\s*([a-z]\w*)(?:\.[A-Za-z_][\w-]*)*(?:\s*\|\s*(?:${FILTERS})(?:\s*:\s*${LITERAL}(?:\s*,\s*${LITERAL})?)?){0,2}\s*-?\}\}`,
  'g',
);
/** Together they bound what a tree can cost to well under a millisecond. */
const MOST = { outputs: 12, sourceCharacters: 4096, contextCharacters: 16_384 };

/** Roots that each tree reads; null for one that is not light. */
const judged = new WeakMap<object, readonly string[] | null>();
let render: RenderTree | undefined;

/**
 * Renders a tree that can neither loop nor grow, since it is outputs of paths through plain filters and few of them,
 * over a small context: that costs less than the way to a Worker. Undefined for anything else. The engine is the same.
 */
export function renderLight(tree: Json, context: TemplateContext): Rendered | undefined {
  const roots = rootsOf(tree);
  if (roots === null) return undefined;
  const json = contextJson(Object.fromEntries(roots.map((name) => [name, context[name]])));
  if (json.length > MOST.contextCharacters) return undefined;
  // It is bounded as it is: on a machine that is busy it must not fail for the time that others take.
  render ??= createRenderer(createLiquid(Infinity));
  return render(tree, JSON.parse(withoutMarks(json)) as Record<string, unknown>, {}, () => {});
}

function rootsOf(tree: Json): readonly string[] | null {
  if (typeof tree !== 'object' || tree === null) return null;
  let roots = judged.get(tree);
  if (roots === undefined) judged.set(tree, (roots = judge([...leavesOf(tree)].map(({ source }) => source))));
  return roots;
}

function judge(sources: readonly string[]): readonly string[] | null {
  if (sources.reduce((sum, { length }) => sum + length, 0) > MOST.sourceCharacters) return null;
  const outputs = sources.flatMap((source) => [...source.matchAll(OUTPUT)]);
  if (outputs.length > MOST.outputs) return null;
  if (sources.some((source) => /\{[{%]/.test(source.replace(OUTPUT, '')))) return null;
  return ['timezone', ...new Set(outputs.map(([, root]) => root ?? ''))];
}
