import { Context, Liquid, tags } from 'liquidjs';

import { boundOutput } from './bounded-output';
import { registerFilters } from './filters';
import { MEMORY_MAX, RENDER_MS } from './limits';

/** Without tags that read files, keep state between templates or write HTML. */
const TAGS = new Set('assign for capture case comment cycle if unless break continue echo liquid raw #'.split(' '));

/** Templates themselves have a shorter limit. */
const PARSE_MAX = 20_000;

const NO_FILES = {
  exists: async () => false,
  existsSync: () => false,
  readFile: async () => nothing(),
  readFileSync: () => nothing(),
  resolve: (_: string, file: string) => file,
};

function nothing(): never {
  throw new Error('There are no files.');
}

/** The only template engine. Nothing in it reaches outside its context. */
export function createLiquid(renderMs: number = RENDER_MS): Liquid {
  const liquid = new Liquid({
    parseLimit: PARSE_MAX,
    renderLimit: renderMs,
    memoryLimit: MEMORY_MAX,
    ownPropertyOnly: true,
    strictFilters: true,
    relativeReference: false,
    dynamicPartials: false,
    fs: NO_FILES,
    locale: 'en-US',
    timezoneOffset: 'UTC',
  });
  for (const name of Object.keys(tags)) if (!TAGS.has(name)) delete liquid.tags[name];
  registerFilters(liquid);
  boundOutput(liquid);
  return liquid;
}

/** A context with limits of its own. Dates use the time zone of `roots`. */
export function liquidContext(liquid: Liquid, roots: Record<string, unknown>): Context {
  const { timezone } = roots;
  const options = typeof timezone === 'string' ? { ...liquid.options, timezoneOffset: timezone } : liquid.options;
  return new Context(roots, options, { sync: true }, { liquid });
}
