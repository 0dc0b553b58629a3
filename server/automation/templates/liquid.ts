import { Context, type Emitter, Liquid, tags, type Template } from 'liquidjs';
import { LRUCache } from 'lru-cache';

import { registerFilters } from './filters';
import { MEMORY_MAX, RENDER_MS } from './limits';
import { printable } from './values';

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

/** Templates cannot reach outside their context. */
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

/** Has limits of its own. Dates use the time zone of `roots`. */
export function liquidContext(liquid: Liquid, roots: Record<string, unknown>): Context {
  const { timezone } = roots;
  const options = typeof timezone === 'string' ? { ...liquid.options, timezoneOffset: timezone } : liquid.options;
  return new Context(roots, options, { sync: true }, { liquid });
}

/** liquidjs limits the output of filters but not of the template, which a loop can grow. */
function boundOutput(liquid: Liquid): void {
  const { renderer } = liquid;
  const render = renderer.renderTemplates.bind(renderer);
  renderer.renderTemplates = (templates: Template[], context: Context, emitter?: Emitter) =>
    render(templates, context, emitter ?? boundedEmitter(context));
}

function boundedEmitter(context: Context): Emitter {
  const emitter: Emitter = {
    buffer: '',
    write(value: unknown) {
      const text = printable(value);
      context.memoryLimit.use(text.length);
      emitter.buffer += text;
    },
  };
  return emitter;
}

export function memoizeSource<T extends {}>(maxCharacters: number, make: (source: string) => T): (source: string) => T {
  const made = new LRUCache<string, T>({
    maxSize: maxCharacters,
    sizeCalculation: (_, source) => Math.max(1, source.length),
  });

  return (source) => {
    let value = made.get(source);
    if (value === undefined) made.set(source, (value = make(source)));
    return value;
  };
}
