import { monotonic as loopTime } from '../clock';
import { Batcher } from '../db/batcher';
import type { Store } from '../db/database';
import type { Hub } from '../events/hub';
import type { Log } from '../log';
import type { Metrics } from '../metrics';
import { repeatAll, type Repetition } from '../schedule';
import { mask } from '../secrets/mask';
import { storable } from '../storable';
import type { RequestRecord, RequestRecorder } from './recorder';
import { createRejections } from './rejections';
import { insertRequestLogs, type RequestLogRow } from './system/records';
import { addUsage, type UsageRow } from './system/usage';
import { createTallies } from './tallies';
import { createKeyUses, createSessionUses } from './uses';

const TICK_MS = 1000;
const USES_EVERY_MS = 5000;
const TALLIES_EVERY_MS = 10_000;
/** Successful reads and 429s in the request log per second and workspace; usage counts all. */
const READS_PER_SECOND = 100;
const MAX_PATH = 2000;

interface Options {
  store: Store;
  log: Log;
  metrics: Metrics;
  hub: Hub;
  now: () => Date;
  monotonic?: () => number;
}

/** Requests only add in memory; groups are written later. */
export function createRecorder(options: Options): RequestRecorder {
  const { store, log, metrics, hub, now, monotonic = loopTime } = options;
  const keyUses = createKeyUses({ store, now, monotonic });
  const sessionUses = createSessionUses({ store, now, monotonic });
  const rejections = createRejections(store, now, monotonic);
  const tallies = createTallies(now, monotonic);
  const admitRead = createReadLimit(monotonic);

  const logs = new Batcher<RequestLogRow>({
    name: 'request_logs',
    store,
    log,
    everyMs: 50,
    whenFull: 'drop_oldest',
    isRelaxed: true,
    write: async (tx, rows) => {
      await insertRequestLogs(tx, rows.map(maskInput));
      tx.afterCommit(() => notifyConsoles(hub, rows));
    },
  });
  const usage = new Batcher<UsageRow>({
    name: 'usage',
    store,
    log,
    queueSize: 100_000,
    whenFull: 'drop_oldest',
    isRelaxed: true,
    write: addUsage,
  });
  for (const [name, batcher] of Object.entries({ request_logs: logs, usage })) {
    metrics.gauge(`batcher_${name}_queued`, `Rows of ${name} waiting to be written.`, () => batcher.depth);
    metrics.gauge(`batcher_${name}_dropped`, `Rows of ${name} lost since the process started.`, () => batcher.dropped);
  }

  const flushTallies = (): void => {
    for (const row of tallies.take()) usage.add(row);
  };
  const flushUses = async (): Promise<void> => {
    await keyUses.flush();
    await sessionUses.flush();
    await rejections.flush();
  };
  let repetitions: Repetition | undefined;

  return {
    rejected: (rejection) => rejections.record(rejection),
    markKeyUse: (actor, origin) => keyUses.mark(actor, origin),
    markSessionUse: (sessionId) => sessionUses.mark(sessionId),

    record(request, describe) {
      const { workspaceId } = request;
      tallies.count(request);
      // A refused flood would displace other entries of the log.
      const isRefusal = request.status === 429;
      const isSuccessfulRead = request.status < 400 && (request.method === 'GET' || request.method === 'HEAD');
      if (!(isSuccessfulRead || isRefusal) || admitRead(workspaceId)) logs.add(rowOf(describe(), now()));
    },

    async flush() {
      await flushUses();
      flushTallies();
      await Promise.all([usage.flush(), logs.flush()]);
    },

    start() {
      repetitions = repeatAll(log, [
        { name: 'tick', everyMs: TICK_MS, run: async () => keyUses.tick() },
        { name: 'last use', everyMs: USES_EVERY_MS, run: flushUses },
        { name: 'usage', everyMs: TALLIES_EVERY_MS, run: async () => flushTallies() },
      ]);
    },

    async stop() {
      await repetitions?.stop();
      flushTallies();
      await Promise.all([usage.stop(), logs.stop()]);
      try {
        await flushUses();
        await rejections.flush({ last: true });
      } catch (error) {
        log.error({ err: error }, 'last use not saved');
      }
    },
  };
}

function rowOf(request: RequestRecord, createdAt: Date): RequestLogRow {
  const { origin, durationMs, path, ...rest } = request;
  return {
    ...rest,
    path: path.length > MAX_PATH ? path.slice(0, MAX_PATH) : path,
    durationMs: Math.round(durationMs),
    ip: origin.ip,
    userAgent: origin.userAgent,
    createdAt,
  };
}

function notifyConsoles(hub: Hub, rows: readonly RequestLogRow[]): void {
  for (const [workspaceId, own] of Map.groupBy(rows, (row) => row.workspaceId)) {
    hub.signal(workspaceId, { topic: 'request', ids: own.map((row) => row.id) });
  }
}

/** Bodies arrive masked; other caller input is masked here, outside the request. */
const maskInput = (row: RequestLogRow): RequestLogRow => ({
  ...row,
  requestBody: row.requestBody && storable(row.requestBody),
  responseBody: row.responseBody && storable(row.responseBody),
  path: mask(row.path),
  userAgent: mask(row.userAgent),
  clientRequestId: row.clientRequestId ? mask(row.clientRequestId) : null,
});

function createReadLimit(monotonic: () => number): (workspaceId: string) => boolean {
  const reads = new Map<string, number>();
  let endsAt = 0;
  return (workspaceId) => {
    const time = monotonic();
    if (time >= endsAt) {
      reads.clear();
      endsAt = time + 1000;
    }
    const count = (reads.get(workspaceId) ?? 0) + 1;
    reads.set(workspaceId, count);
    return count <= READS_PER_SECOND;
  };
}
