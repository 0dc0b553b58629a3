import { availableParallelism } from 'node:os';

import { Counter } from 'prom-client';

import type { Log } from '../../log';
import type { Metrics } from '../../metrics';
import { contextJson } from './context-json';
import { KILL_MS, WAITING_MAX } from './limits';
import { createPool, type PoolOptions } from './pool';
import { leavesOf } from './tree';
import type { ConditionSet, Held, TemplateContext, TemplateFailure, Templates } from './types';

const MOST_WORKERS = 4;

export interface TemplatesOptions {
  log: Log;
  metrics: Metrics;
  /** In place of what the pool is made with. */
  pool?: Partial<PoolOptions>;
}

/** Templates and conditions of all workspaces. The first Worker starts with the first of them. */
export function createTemplates({ log, metrics, pool: given }: TemplatesOptions): Templates {
  const kills = new Counter({
    name: 'mapping_worker_kills_total',
    help: 'Workers terminated because a template or condition took too long.',
    registers: [metrics.registry],
  });
  const pool = createPool({
    worker: new URL('./templates.worker.ts', import.meta.url).href,
    size: Math.min(MOST_WORKERS, availableParallelism()),
    killMs: KILL_MS,
    mostWaiting: WAITING_MAX,
    log,
    onKill: () => kills.inc(),
    ...given,
  });

  const hold = async (
    workspaceId: string,
    sets: readonly ConditionSet[],
    context: TemplateContext,
  ): Promise<ReadonlyMap<string, Held>> => {
    const answers = new Map<string, Held>();
    const json = contextJson(context);
    let open = sets;
    // Each round but the last finds one set that takes too long; the others are asked again without it.
    while (open.length > 0) {
      const performed = await pool.perform(workspaceId, { sets: open, context: json });
      if ('slowAt' in performed) {
        const slow = open[performed.slowAt];
        if (slow) answers.set(slow.key, { ok: false, failure: timeout('') });
        open = open.toSpliced(performed.slowAt, 1);
        continue;
      }
      for (const [index, held] of performed.done.entries()) answers.set(open[index]?.key ?? '', held);
      open = [];
    }
    return answers;
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
      const answers = await hold(workspaceId, [{ key: '', conditions }], context);
      return answers.get('') ?? { ok: false, failure: timeout('') };
    },
    holdsEach: hold,
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
