import type { Log } from '../log';
import type { Metrics } from '../metrics';

const SECONDS = [0.005, 0.02, 0.1, 0.5, 2, 10, 60, 600];

export type MetricFactory = Pick<Metrics, 'counter' | 'histogram' | 'gauge'>;

export interface QueueBacklog {
  due: number;
  /** How long the first of them has been due. */
  lagSeconds: number;
}

interface MeasuredQueue {
  readonly name: string;
  backlog(): Promise<QueueBacklog>;
}

export function createWorkMetrics(metrics: MetricFactory, log: Log, queues: () => Iterable<MeasuredQueue>) {
  const labelNames = ['queue'] as const;
  const runs = metrics.counter('work_runs_total', 'Executed background jobs, by result.', ['queue', 'result']);
  const seconds = metrics.histogram('work_seconds', 'Duration of a background job, in seconds.', SECONDS, labelNames);
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
    const readField = async () =>
      (await readOnce()).map((backlog) => [{ queue: backlog.queue }, backlog[field]] as const);
    metrics.gauge(name, help, readField, labelNames);
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
