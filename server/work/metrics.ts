import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

import type { Log } from '../log';
import type { WorkQueue } from './types';

const SECONDS = [0.005, 0.02, 0.1, 0.5, 2, 10, 60, 600];

/** The same figures of each queue. */
export function createWorkMetrics(registry: Registry, log: Log, queues: () => Iterable<WorkQueue>) {
  const labelNames = ['queue'] as const;
  const runs = new Counter({
    name: 'work_runs_total',
    help: 'Executed background jobs, by result.',
    labelNames: ['queue', 'result'],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'work_seconds',
    help: 'Duration of a background job, in seconds.',
    labelNames,
    buckets: SECONDS,
    registers: [registry],
  });
  const lag = new Gauge({
    name: 'work_lag_seconds',
    help: 'Age of the oldest due lane of background work, in seconds.',
    labelNames,
    registers: [registry],
  });
  const due = new Gauge({
    name: 'work_due',
    help: 'Lanes with due background work.',
    labelNames,
    registers: [],
    async collect() {
      for (const queue of queues()) {
        try {
          const backlog = await queue.backlog();
          due.set({ queue: queue.name }, backlog.due);
          lag.set({ queue: queue.name }, backlog.lagSeconds);
        } catch (error) {
          log.warn({ err: error, queue: queue.name }, 'backlog of a queue unreadable');
        }
      }
    },
  });

  registry.registerMetric(due);

  return {
    ran(queue: string, result: 'done' | 'failed', milliseconds: number): void {
      runs.inc({ queue, result });
      seconds.observe({ queue }, milliseconds / 1000);
    },
  };
}
export type WorkMetrics = ReturnType<typeof createWorkMetrics>;
