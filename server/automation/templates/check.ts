import type { JsonValue } from '../../../shared/automation/json';
import { conditionIssue } from './conditions';
import { messageOf, positionOf } from './failures';
import { DEPTH_MAX, isTooNested, SOURCE_MAX, TOO_NESTED } from './limits';
import { createLiquid } from './liquid';
import { type Leaf, leavesOf } from './tree';
import type { TemplateIssue } from './types';

/** Parses only; rendering happens in a Worker. */
const liquid = createLiquid();

/** Roots that templates can read; other names are template variables. */
const ROOTS = new Set(
  'body query headers type method files item index endpoint workspace now timezone event trigger input steps rule run'.split(
    ' ',
  ),
);

export function checkTree(tree: JsonValue): TemplateIssue[] {
  if (depthOf(tree) > DEPTH_MAX) return [issueOf('', `Must be at most ${DEPTH_MAX} levels deep.`)];
  return [...leavesOf(tree)].flatMap((leaf) => checkLeaf(leaf) ?? []);
}

export const checkCondition = (source: string): TemplateIssue | null => conditionIssue(liquid, source);

/** Unique, such as `body.items[0].name`. */
export const pathsOf = (tree: JsonValue): string[] => pathsIn([...leavesOf(tree)].map(({ source }) => source));

function checkLeaf({ path, source }: Leaf): TemplateIssue | null {
  if (source.length > SOURCE_MAX) return issueOf(path, `Must be at most ${SOURCE_MAX} characters long.`);
  if (isTooNested(source)) return issueOf(path, TOO_NESTED);
  try {
    liquid.parse(source);
    return null;
  } catch (error) {
    return { ...issueOf(path, messageOf(error)), ...positionOf(error) };
  }
}

const issueOf = (path: string, message: string): TemplateIssue => ({
  path,
  code: 'invalid_template',
  message,
  line: null,
  col: null,
});

/** liquidjs computes the line of every variable, so its time grows quadratically. */
const PATHS_WORK_MAX = 40_000_000;

/** Invalid and oversized templates have no paths. */
function pathsIn(sources: readonly string[]): string[] {
  let work = 0;
  const paths = sources.flatMap((source) => {
    const own = source.length ** 2;
    if (work + own > PATHS_WORK_MAX || isTooNested(source)) return [];
    work += own;
    try {
      return liquid.globalFullVariablesSync(source);
    } catch {
      return [];
    }
  });
  return [...new Set(paths)].filter((path) => ROOTS.has(/^\w+/.exec(path)?.[0] ?? ''));
}

const depthOf = (tree: JsonValue, level = 0): number => {
  if (typeof tree !== 'object' || tree === null || level > DEPTH_MAX) return level;
  return Object.values(tree).reduce((deepest: number, part) => Math.max(deepest, depthOf(part, level + 1)), level + 1);
};
