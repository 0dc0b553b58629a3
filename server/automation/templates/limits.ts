/** In UTF-16 units. */
export const SOURCE_MAX = 16_384;
export const CONDITION_MAX = 4000;
export const DEPTH_MAX = 32;
/** Bounds the characters and elements of one template, and of a whole tree. */
export const MEMORY_MAX = 1_000_000;
/** Checked between nodes of a template only. */
export const RENDER_MS = 50;
/** Processor time of a job. */
export const KILL_MS = 500;
/** A job that lacks the processor has so much time. */
export const STARVED_MS = 10_000;
export const WAITING_MAX = 200;

/** liquidjs takes cubic time for nested paths such as `a[b[c]]`. */
const NESTING_MAX = 20;

export const TOO_NESTED = `Square brackets may be nested ${NESTING_MAX} deep.`;

export function isTooNested(source: string): boolean {
  let depth = 0;
  for (const character of source) {
    if (character === '[') depth += 1;
    else if (character === ']') depth = Math.max(0, depth - 1);
    if (depth > NESTING_MAX) return true;
  }
  return false;
}
