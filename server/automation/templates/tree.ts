import type { Json } from '../../../shared/automation/json';

export interface Leaf {
  /** JSON Pointer in the tree. */
  path: string;
  source: string;
}

/** The strings of a tree from its first to its last, which is the order in which they are rendered. */
export function* leavesOf(tree: Json, path = ''): Generator<Leaf> {
  if (typeof tree === 'string') yield { path, source: tree };
  else if (Array.isArray(tree)) for (const [index, part] of tree.entries()) yield* leavesOf(part, `${path}/${index}`);
  else if (typeof tree === 'object' && tree !== null) {
    for (const [key, part] of Object.entries(tree)) yield* leavesOf(part, `${path}/${pointerPart(key)}`);
  }
}

const pointerPart = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

/**
 * The tree with every string replaced. What is empty then is left out: text, nothing, lists and objects. A list in the
 * place of a list’s string is merged into it.
 */
export function mapLeaves(tree: Json, render: (leaf: Leaf) => Json | undefined, path = ''): Json | undefined {
  if (typeof tree === 'string') return unlessEmpty(render({ path, source: tree }));
  if (Array.isArray(tree)) return unlessEmpty(mapList(tree, render, path));
  if (typeof tree !== 'object' || tree === null) return tree ?? undefined;

  const entries: [string, Json][] = [];
  for (const [key, part] of Object.entries(tree)) {
    const made = mapLeaves(part, render, `${path}/${pointerPart(key)}`);
    if (made !== undefined) entries.push([key, made]);
  }
  return unlessEmpty(Object.fromEntries(entries));
}

function mapList(list: Json[], render: (leaf: Leaf) => Json | undefined, path: string): Json[] {
  return list.flatMap((part, index) => {
    const made = mapLeaves(part, render, `${path}/${index}`);
    if (made === undefined) return [];
    if (typeof part !== 'string' || !Array.isArray(made)) return [made];
    return made.filter((item) => unlessEmpty(item) !== undefined);
  });
}

function unlessEmpty(value: Json | undefined): Json | undefined {
  if (value === '' || value === null) return undefined;
  if (typeof value === 'object' && Object.keys(value).length === 0) return undefined;
  return value;
}
