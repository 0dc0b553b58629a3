import type { Database } from './db/database';
import type { Limits } from './limits/limits';
import type { Metrics } from './metrics';

const POLL_MS = 250;

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

  let dueAt = performance.now() + POLL_MS;
  const timer = setInterval(() => {
    const now = performance.now();
    lag.observe(Math.max(0, now - dueAt) / 1000);
    dueAt = now + POLL_MS;
  }, POLL_MS);
  const leave = database.onCommit((count) => jobs.observe(count));
  return () => {
    clearInterval(timer);
    leave();
  };
}
