/** liquidjs takes cubic time for nested paths such as `a[b[c]]`. */
const DEEPEST = 20;

export const TOO_NESTED = `Square brackets may be nested ${DEEPEST} deep.`;

export function isTooNested(source: string): boolean {
  let depth = 0;
  for (const character of source) {
    if (character === '[') depth += 1;
    else if (character === ']') depth = Math.max(0, depth - 1);
    if (depth > DEEPEST) return true;
  }
  return false;
}
