import { readFileSync } from 'node:fs';

import type { PoolOptions } from '../../server/automation/templates/pool';
import { createTemplates } from '../../server/automation/templates/templates';
import type {
  JsonValue,
  RenderOptions,
  TemplateContext,
  TemplateFailure,
} from '../../server/automation/templates/types';
import type { Log } from '../../server/log';
import { createMetrics } from '../../server/metrics';
import { HANGING_MS } from '../support/until';

/** A template engine for one test file, and the errors that it logged. No template is killed because the machine is slow. */
export function templateEngine({ killMs = HANGING_MS, ...pool }: Partial<PoolOptions> = {}) {
  const errors: unknown[][] = [];
  const metrics = createMetrics();
  const log = { error: (...line: unknown[]) => errors.push(line) } as unknown as Log;
  const templates = createTemplates({ log, metrics, pool: { ...pool, killMs } });

  return {
    templates,
    errors,
    render: (tree: JsonValue, context: TemplateContext = {}, options: RenderOptions = {}) =>
      templates.render('ws_a', tree, context, options),
    /** What a tree comes to. Throws where nothing does. */
    value: async (tree: JsonValue, context: TemplateContext = {}, options: RenderOptions = {}): Promise<JsonValue> => {
      const rendered = await templates.render('ws_a', tree, context, options);
      if (!rendered.ok) throw new Error(JSON.stringify(rendered.failure));
      return rendered.value;
    },
    failure: async (tree: JsonValue, context: TemplateContext = {}): Promise<TemplateFailure> => {
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

/**
 * Tells for how many milliseconds this thread was held at most, from now until it is asked: by what it did itself, not by
 * others that the machine gave its processors to.
 */
export function watchLoop(): () => number {
  const every = 2;
  let [last, kept, longest] = [performance.now(), keptWaiting(), 0];
  const look = (): void => {
    const [now, waited] = [performance.now(), keptWaiting()];
    longest = Math.max(longest, now - last - every - (waited - kept));
    [last, kept] = [now, waited];
  };
  const timer = setInterval(look, every);
  return () => {
    clearInterval(timer);
    look();
    return longest;
  };
}

/** For how many milliseconds this thread has been ready to run without a processor, as Linux counts; 0 elsewhere. */
function keptWaiting(): number {
  if (process.platform !== 'linux') return 0;
  const [, nanoseconds] = readFileSync('/proc/self/schedstat', 'utf8').split(' ');
  return Number(nanoseconds ?? 0) / 1e6;
}
