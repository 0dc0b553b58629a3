import type { PoolOptions } from '../../server/automation/templates/pool';
import { createTemplates } from '../../server/automation/templates/templates';
import type { Json, RenderOptions, TemplateContext, TemplateFailure } from '../../server/automation/templates/types';
import type { Log } from '../../server/log';
import { createMetrics } from '../../server/metrics';

/** An engine of its own for one file of tests, and what it told. */
export function templateEngine(pool: Partial<PoolOptions> = {}) {
  const errors: unknown[][] = [];
  const metrics = createMetrics();
  const log = { error: (...told: unknown[]) => errors.push(told) } as unknown as Log;
  const templates = createTemplates({ log, metrics, pool });

  return {
    templates,
    errors,
    render: (tree: Json, context: TemplateContext = {}, options: RenderOptions = {}) =>
      templates.render('ws_a', tree, context, options),
    /** What a tree comes to. Throws where nothing does. */
    value: async (tree: Json, context: TemplateContext = {}, options: RenderOptions = {}): Promise<Json> => {
      const rendered = await templates.render('ws_a', tree, context, options);
      if (!rendered.ok) throw new Error(JSON.stringify(rendered.failure));
      return rendered.value;
    },
    failure: async (tree: Json, context: TemplateContext = {}): Promise<TemplateFailure> => {
      const rendered = await templates.render('ws_a', tree, context);
      if (rendered.ok) throw new Error(`Came to ${JSON.stringify(rendered.value).slice(0, 200)}`);
      return rendered.failure;
    },
    kills: async (): Promise<number> => {
      const text = await metrics.registry.getSingleMetricAsString('mapping_worker_kills_total');
      return Number(/^mapping_worker_kills_total (\d+)$/m.exec(text)?.[1]);
    },
  };
}

/** Tells for how many milliseconds this thread was away at most, from now until it is asked. */
export function watchLoop(): () => number {
  const every = 2;
  let [last, longest] = [performance.now(), 0];
  const look = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - last - every);
    last = now;
  };
  const timer = setInterval(look, every);
  return () => {
    clearInterval(timer);
    look();
    return longest;
  };
}
