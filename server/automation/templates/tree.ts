import type { JsonValue } from '../../../shared/automation/json';
import { pointerPart } from '../../json-pointer';

export interface Leaf {
  path: string;
  source: string;
}

/** In the order of rendering. */
export function* leavesOf(tree: JsonValue, path = ''): Generator<Leaf> {
  if (typeof tree === 'string') yield { path, source: tree };
  else if (Array.isArray(tree)) for (const [index, part] of tree.entries()) yield* leavesOf(part, `${path}/${index}`);
  else if (typeof tree === 'object' && tree !== null) {
    for (const [key, part] of Object.entries(tree)) yield* leavesOf(part, path + pointerPart(key));
  }
}

/** Drops empty values. A list that replaces a string of a list is merged into it. */
export function mapLeaves(
  tree: JsonValue,
  render: (leaf: Leaf) => JsonValue | undefined,
  path = '',
): JsonValue | undefined {
  if (typeof tree === 'string') return unlessEmpty(render({ path, source: tree }));
  if (Array.isArray(tree)) return unlessEmpty(mapList(tree, render, path));
  if (typeof tree !== 'object' || tree === null) return tree ?? undefined;

  const entries: [string, JsonValue][] = [];
  for (const [key, part] of Object.entries(tree)) {
    const made = mapLeaves(part, render, path + pointerPart(key));
    if (made !== undefined) entries.push([key, made]);
  }
  return unlessEmpty(Object.fromEntries(entries));
}

function mapList(list: JsonValue[], render: (leaf: Leaf) => JsonValue | undefined, path: string): JsonValue[] {
  return list.flatMap((part, index) => {
    const made = mapLeaves(part, render, `${path}/${index}`);
    if (made === undefined) return [];
    if (typeof part !== 'string' || !Array.isArray(made)) return [made];
    return made.filter((item) => unlessEmpty(item) !== undefined);
  });
}

function unlessEmpty(value: JsonValue | undefined): JsonValue | undefined {
  if (value === '' || value === null) return undefined;
  if (typeof value === 'object' && Object.keys(value).length === 0) return undefined;
  return value;
}
