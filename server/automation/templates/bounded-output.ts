import type { Context, Emitter, Liquid, Template } from 'liquidjs';

import { textOf } from './values';

/** liquidjs charges what filters make, but not what is written: a loop that writes a long value again and again. */
export function boundOutput(liquid: Liquid): void {
  const { renderer } = liquid;
  const render = renderer.renderTemplates.bind(renderer);
  renderer.renderTemplates = (templates: Template[], context: Context, emitter?: Emitter) =>
    render(templates, context, emitter ?? boundedEmitter(context));
}

function boundedEmitter(context: Context): Emitter {
  const emitter: Emitter = {
    buffer: '',
    write(value: unknown) {
      const text = textOf(value);
      context.memoryLimit.use(text.length);
      emitter.buffer += text;
    },
  };
  return emitter;
}
