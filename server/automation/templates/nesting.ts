/** `a[b[c]]` and so on: finding the paths of such a thing takes liquidjs time that grows with the cube of its depth. */
const DEEPEST = 20;

export const TOO_NESTED = `Square brackets may be nested ${DEEPEST} deep.`;

/** Whether square brackets are nested deeper than anybody would write. */
export function isTooNested(source: string): boolean {
  let depth = 0;
  for (const character of source) {
    if (character === '[') depth += 1;
    else if (character === ']') depth = Math.max(0, depth - 1);
    if (depth > DEEPEST) return true;
  }
  return false;
}
