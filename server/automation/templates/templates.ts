import { availableParallelism } from 'node:os';

import type { Log } from '../../log';
import type { Metrics } from '../../metrics';
import { KILL_MS, WAITING_MAX } from './limits';
import { contextJson } from './messages';
import { createPool, type PoolOptions } from './pool';
import { leavesOf } from './tree';
import type { ConditionSet, ConditionResult, TemplateContext, TemplateFailure, Templates } from './types';

const MAX_WORKERS = 4;

interface TemplatesOptions {
  log: Log;
  metrics: Metrics;
  pool?: Partial<PoolOptions>;
}

/** The first Worker starts with the first job. */
export function createTemplates({ log, metrics, pool: given }: TemplatesOptions): Templates {
  const kills = metrics.counter(
    'mapping_worker_kills_total',
    'Workers terminated because a template or condition took too long.',
  );
  const pool = createPool({
    worker: new URL('./templates.worker.ts', import.meta.url).href,
    size: Math.min(MAX_WORKERS, availableParallelism()),
    killMs: KILL_MS,
    maxWaiting: WAITING_MAX,
    log,
    onKill: () => kills.inc(),
    ...given,
  });

  const evaluateSets = async (
    workspaceId: string,
    sets: readonly ConditionSet[],
    context: TemplateContext,
  ): Promise<ReadonlyMap<string, ConditionResult>> => {
    const results = new Map<string, ConditionResult>();
    const json = contextJson(context);
    const evaluate = async (some: readonly ConditionSet[]): Promise<void> => {
      const [first, second] = some;
      if (first === undefined) return;
      const performed = await pool.perform(workspaceId, { sets: some, context: json });
      if ('done' in performed) {
        for (const [index, result] of performed.done.entries()) results.set(some[index]?.key ?? '', result);
        return;
      }
      if (second === undefined) {
        results.set(first.key, { ok: false, failure: timeout('') });
        return;
      }
      // Earlier sets used up the time too: a set counts as slow only if it takes as long by itself.
      const { slowAt } = performed;
      const half = Math.ceil(slowAt / 2);
      await evaluate(some.slice(0, half));
      await evaluate(some.slice(half, slowAt));
      await evaluate(some.slice(slowAt, slowAt + 1));
      await evaluate(some.slice(slowAt + 1));
    };
    await evaluate(sets);
    return results;
  };

  return {
    async render(workspaceId, tree, context, options = {}) {
      const performed = await pool.perform(workspaceId, { tree, options, context: contextJson(context) });
      if ('done' in performed) return performed.done;
      const leaf = [...leavesOf(tree)][performed.slowAt];
      return { ok: false, failure: timeout(leaf?.path ?? '') };
    },
    async holds(workspaceId, conditions, context) {
      if (conditions.length === 0) return { ok: true, holds: true };
      const results = await evaluateSets(workspaceId, [{ key: '', conditions }], context);
      return results.get('') ?? { ok: false, failure: timeout('') };
    },
    holdsEach: evaluateSets,
    stop: () => pool.stop(),
  };
}

const timeout = (path: string): TemplateFailure => ({
  path,
  code: 'timeout',
  message: `Takes longer than ${KILL_MS} ms.`,
  line: null,
  col: null,
});
