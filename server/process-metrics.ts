import type { Database } from './db/database';
import type { Limits } from './limits/limits';
import type { Metrics } from './metrics';
import { IDLE_MS, untilTurn } from './schedule';

interface Watched {
  metrics: Metrics;
  database: Database;
  limits: Limits;
}

/** Returns a function that stops the metrics. */
export function watchProcess({ metrics, database, limits }: Watched): () => void {
  const lag = metrics.histogram(
    'event_loop_lag_seconds',
    'Delay of the event loop. During this time the process serves no request.',
    [0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1, 5],
  );
  const jobs = metrics.histogram(
    'webhook_group_commit_jobs',
    'Transactions per commit on SQLite.',
    [1, 2, 4, 8, 16, 32, 64, 128],
  );
  metrics.gauge('event_stream_clients', 'Open event streams.', () => limits.streams.taken);

  let timer: ReturnType<typeof setTimeout>;
  const sample = (): void => {
    const delay = untilTurn(IDLE_MS);
    const dueAt = performance.now() + delay;
    timer = setTimeout(() => {
      lag.observe(Math.max(0, performance.now() - dueAt) / 1000);
      sample();
    }, delay);
  };
  sample();
  const leave = database.onCommit((count) => jobs.observe(count));
  return () => {
    clearTimeout(timer);
    leave();
  };
}
