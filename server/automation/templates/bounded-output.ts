import type { Context, Emitter, Liquid, Template } from 'liquidjs';

import { printable } from './values';

/** liquidjs limits the output of filters but not of the template, which a loop can grow. */
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
      const text = printable(value);
      context.memoryLimit.use(text.length);
      emitter.buffer += text;
    },
  };
  return emitter;
}
