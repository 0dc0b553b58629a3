import type { JsonValue } from '../../../shared/automation/json';
import { createLiquid } from './liquid';
import { withoutMarks } from './marks';
import { contextJson } from './messages';
import { createRenderer, type RenderTree } from './render';
import { leavesOf } from './tree';
import type { Rendered, TemplateContext } from './types';

/** Their time is linear, and their output hardly longer than the input. */
const FILTERS = 'truncate|strip|lstrip|rstrip|upcase|downcase|capitalize|default|escape|append|prepend|shorten';
const LITERAL = String.raw`(?:"[^"{}|]*"|'[^'{}|]*'|\d{1,9})`;
const OUTPUT = new RegExp(
  String.raw`\{\{-?\s*([a-z]\w*)(?:\.[A-Za-z_][\w-]*)*(?:\s*\|\s*(?:${FILTERS})(?:\s*:\s*${LITERAL}(?:\s*,\s*${LITERAL})?)?){0,2}\s*-?\}\}`,
  'g',
);
/** Together they bound the cost of a tree to well under a millisecond. */
const LIMIT = { outputs: 12, sourceCharacters: 4096, contextCharacters: 16_384 };

/** Null for a tree that is not light. */
const analysed = new WeakMap<object, readonly string[] | null>();
let render: RenderTree | undefined;

/** Small trees of plain paths and filters need no Worker. Undefined for any other tree. */
export function renderLight(tree: JsonValue, context: TemplateContext): Rendered | undefined {
  const roots = rootsOf(tree);
  if (roots === null) return undefined;
  const json = contextJson(Object.fromEntries(roots.map((name) => [name, context[name]])));
  if (json.length > LIMIT.contextCharacters) return undefined;
  // No time limit: the work is bounded, and a busy machine must not make it fail.
  render ??= createRenderer(createLiquid(Infinity));
  return render(tree, JSON.parse(withoutMarks(json)) as Record<string, unknown>, {}, () => {});
}

function rootsOf(tree: JsonValue): readonly string[] | null {
  if (typeof tree !== 'object' || tree === null) return null;
  let roots = analysed.get(tree);
  if (roots === undefined) analysed.set(tree, (roots = analyse([...leavesOf(tree)].map(({ source }) => source))));
  return roots;
}

function analyse(sources: readonly string[]): readonly string[] | null {
  if (sources.reduce((sum, { length }) => sum + length, 0) > LIMIT.sourceCharacters) return null;
  const outputs = sources.flatMap((source) => [...source.matchAll(OUTPUT)]);
  if (outputs.length > LIMIT.outputs) return null;
  if (sources.some((source) => /\{[{%]/.test(source.replace(OUTPUT, '')))) return null;
  return ['timezone', ...new Set(outputs.map(([, root]) => root ?? ''))];
}
