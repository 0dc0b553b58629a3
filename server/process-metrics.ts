import { Histogram } from 'prom-client';

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
  const registers = [metrics.registry];
  const lag = new Histogram({
    name: 'event_loop_lag_seconds',
    help: 'Delay of the event loop. During this time the process serves no request.',
    buckets: [0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1, 5],
    registers,
  });
  const jobs = new Histogram({
    name: 'webhook_group_commit_jobs',
    help: 'Transactions per commit on SQLite.',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128],
    registers,
  });
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
