import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

import type { Log } from '../log';

const SECONDS = [0.005, 0.02, 0.1, 0.5, 2, 10, 60, 600];

interface MeasuredQueue {
  readonly name: string;
  backlog(): Promise<{ due: number; lagSeconds: number }>;
}

export function createWorkMetrics(registry: Registry, log: Log, queues: () => Iterable<MeasuredQueue>) {
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
  let reading: ReturnType<typeof read> | undefined;
  async function read() {
    const backlogs: { queue: string; due: number; lagSeconds: number }[] = [];
    for (const queue of queues()) {
      try {
        backlogs.push({ queue: queue.name, ...(await queue.backlog()) });
      } catch (error) {
        log.warn({ err: error, queue: queue.name }, 'backlog of a queue unreadable');
      }
    }
    return backlogs;
  }
  const readOnce = (): ReturnType<typeof read> =>
    (reading ??= read().finally(() => {
      reading = undefined;
    }));

  const gauge = (name: string, help: string, field: 'due' | 'lagSeconds'): void => {
    const one = new Gauge({
      name,
      help,
      labelNames,
      registers: [],
      async collect() {
        for (const backlog of await readOnce()) one.set({ queue: backlog.queue }, backlog[field]);
      },
    });
    registry.registerMetric(one);
  };
  gauge('work_due', 'Lanes with due background work.', 'due');
  gauge('work_lag_seconds', 'Age of the oldest due lane of background work, in seconds.', 'lagSeconds');

  return {
    ran(queue: string, result: 'done' | 'failed', milliseconds: number): void {
      runs.inc({ queue, result });
      seconds.observe({ queue }, milliseconds / 1000);
    },
  };
}
export type WorkMetrics = ReturnType<typeof createWorkMetrics>;
