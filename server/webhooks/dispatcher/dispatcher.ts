import type { Config } from '../../config/config';
import type { Database } from '../../db/database';
import type { Egress } from '../../egress/types';
import type { Hub } from '../../events/hub';
import type { Log } from '../../log';
import type { Metrics } from '../../metrics';
import type { WorkQueue } from '../../work/types';
import type { WorkQueues } from '../../work/work-queues';
import { withInbox } from '../inbox/inbox';
import { advanceReplays } from '../replays/advance-replays';
import { DELIVERY_STATE } from '../schema';
import { deliveryBacklog, type DueWebhook, listDueWebhooks } from '../system/deliveries';
import { DELIVERY_LEASES } from '../system/recovery';
import { filterSendable, updateWebhookRow } from '../system/webhooks';
import { createAttemptRunner } from './attempt-runner';
import type { DispatcherContext } from './dispatcher-context';
import type { Dispatcher } from './dispatcher-types';
import { createFlusher } from './flusher';
import { CLOSED_BREAKER } from './health';
import { createClaimLoop } from './lanes/claim-loop';
import { type Clock, steadyClock } from './lanes/clock';
import { createLaneCache, DELIVERIES } from './lanes/lane-cache';
import { createLaneOwnership } from './lanes/owner';
import { createDeliveryQueue } from './lanes/queue';
import { createSlots, socketLimit } from './lanes/slots';
import { createDeliveryMetrics } from './metrics';
import { createNotices } from './notices';
import { recoverLeases } from './recover-leases';
import { createBodies } from './sending/bodies';
import { createSender } from './sending/sender';
import { createSingleAttempts } from './sending/single-attempt';
import type { WebhookSealer } from './sending/webhook-sealer';
import { isSingleAttempt } from './settlement';
import { createSweeps } from './sweeps';

interface DispatcherOptions {
  config: Config;
  database: Database;
  log: Log;
  now: () => Date;
  hub: Hub;
  metrics: Metrics;
  egress: Pick<Egress, 'post' | 'close'>;
  queues: WorkQueues;
  sealer: WebhookSealer;
  clock?: Clock;
  random?: () => number;
}

const MAX_STOP_MS = 20_000;
const ABORT_MS = 500;

/** The rows are the only queue: all state in memory can be lost and read again. */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { config, database, log, hub, egress, sealer, clock = steadyClock, random = Math.random } = options;
  const { now } = clock;
  const { node, deps: work } = options.queues;
  const state = { isRunning: false, mayHaveReplays: true };
  let settled = Promise.withResolvers<void>();
  let stopListening: (() => void) | undefined;
  let stopped: Promise<void> | undefined;

  const slots = createSlots({ fast: config.deliveryFastSlots, total: socketLimit(config.deliveryMaxSockets) });
  const lanes = createLaneCache({ sealer, log, now });
  const metrics = createDeliveryMetrics(options.metrics, { store: database, slots, lanes, now });
  const ownership = createLaneOwnership(database, node, log);
  const owns = (no: number): boolean => state.isRunning && ownership.owns(no);
  const wake = (): void => claims.wake();
  const queue = createDeliveryQueue({ lanes, clock, owns, wake });

  const ctx: DispatcherContext = {
    database,
    log,
    sealer,
    work,
    results: options,
    nodeId: node.id,
    now,
    random,
    lanes,
    slots,
    queue,
    bodies: createBodies(database),
    send: createSender({
      post: withInbox((...request) => egress.post(...request)),
      userAgent: `Switchboard/1.0 (+${config.baseUrl})`,
      showPrivate: config.webhookShowPrivateResponses,
      wallClock: options.now,
      log,
    }),
    metrics,
    isRunning: () => state.isRunning,
    owns,
    wake,
  };
  const flusher = createFlusher(ctx, (results, flushed, milliseconds) => {
    metrics.flushed(results, flushed, milliseconds);
    for (const { delivery, settlement } of results) {
      const { webhookNo: no } = delivery;
      if (isSingleAttempt(delivery)) continue;
      if (settlement.state === DELIVERY_STATE.pending && owns(no)) queue.wakeAt(no, settlement.nextAt);
      const webhook = lanes.get(no);
      if (webhook === undefined) continue;
      webhook.unwritten -= 1;
      if (webhook.version === undefined) queue.reloadAll([no]);
    }
    queue.reloadAll(flushed.disabled.map(({ no }) => no));
    wake();
  });
  const attempts = createAttemptRunner(ctx, flusher);
  const claims = createClaimLoop(ctx, flusher, attempts);
  const singleAttempts = createSingleAttempts(ctx, flusher, attempts);
  const notices = createNotices(ctx, { due: queue.hintAll, changed: queue.reloadAll, missed: sweepNow });
  const sweeps = createSweeps({ log, scanMs: notices.scanMs, scan, recover, replay });

  function sweepNow(): void {
    if (state.isRunning) void sweeps.now();
  }

  async function scan(): Promise<void> {
    let earliest = now();
    state.mayHaveReplays = true;
    for await (const due of listDueWebhooks(database)) earliest = Math.min(earliest, await handleDue(due));
    metrics.lag(now() - earliest);
  }

  /** Returns when the first owned one was due. */
  async function handleDue(due: readonly DueWebhook[]): Promise<number> {
    let earliest = Infinity;
    const parked: number[] = [];
    for (const { webhookNo, dueAt } of due) {
      if (!owns(webhookNo)) continue;
      if (dueAt > now()) queue.wakeAt(webhookNo, dueAt);
      else if (lanes.get(webhookNo)?.isParked) parked.push(webhookNo);
      else {
        queue.hint(webhookNo, false);
        earliest = Math.min(earliest, dueAt);
      }
    }
    // No notice announces the end of a suspension, so parked webhooks are read again.
    for (const no of await filterSendable(database, parked)) queue.hint(no, false);
    return earliest;
  }

  /** On SQLite the owner of the lock recovers leases, on PostgreSQL any live process. */
  async function recover(): Promise<void> {
    const except = flusher.unwritten > 0 ? node.id : '';
    if (state.isRunning && ownership.isAlive()) await recoverLeases(options, database, { now, except });
  }

  async function replay(): Promise<void> {
    if (!state.mayHaveReplays) return;
    state.mayHaveReplays = false;
    const { woken, isOpen } = await advanceReplays(database, { owns, now });
    state.mayHaveReplays ||= isOpen;
    queue.hintAll(woken);
  }

  async function onOwnershipChanged(): Promise<void> {
    for (const webhook of lanes.all()) {
      if (!owns(webhook.no)) webhook.version = undefined;
      else if (webhook.version === undefined) queue.reloadAll([webhook.no]);
    }
    await recover();
    await scan();
    settled.resolve();
  }

  async function start(): Promise<void> {
    state.isRunning = true;
    stopped = undefined;
    settled = Promise.withResolvers();
    flusher.start();
    queue.open();
    stopListening = hub.onDue((nos) => {
      queue.hintAll(nos);
      notices.due(nos.filter((no) => !owns(no)));
    });
    await notices.start();
    await ownership.start(onOwnershipChanged);
    sweeps.start();
  }

  async function shutDown(): Promise<void> {
    state.isRunning = false;
    settled.resolve();
    stopListening?.();
    queue.close();
    await sweeps.stop();
    await notices.stop();

    const isBusy = (): boolean => claims.isBusy() || attempts.count.running + singleAttempts.inFlight > 0;
    const waitUntil = async (deadline: number): Promise<void> => {
      while (isBusy() && performance.now() < deadline) await Bun.sleep(5);
    };
    await waitUntil(performance.now() + Math.min(MAX_STOP_MS, config.stopTimeoutMs));
    if (isBusy()) {
      // Aborted deliveries are due at once for the next process.
      egress.close();
      await waitUntil(performance.now() + ABORT_MS);
    }
    attempts.stop();
    await flusher.stop();
    await ownership.stop();
  }

  const isIdle = (): boolean =>
    !claims.isBusy() &&
    queue.ring.size + queue.unknown.size === 0 &&
    attempts.count.running + singleAttempts.inFlight + flusher.unwritten === 0;

  const waitUntilIdle = async (): Promise<number> => {
    while (!isIdle()) await Bun.sleep(1);
    return attempts.count.begun;
  };

  /** In this process and in others. */
  const reload = (no: number): void => {
    queue.reloadAll([no]);
    notices.changed([no]);
  };

  const stop = (): Promise<void> => (stopped ??= shutDown());

  /** Returns how many attempts began meanwhile. */
  async function idle(): Promise<number> {
    if (state.isRunning && ownership.isAlive()) await settled.promise;
    const first = attempts.count.begun;
    for (;;) {
      const before = await waitUntilIdle();
      await scan();
      if ((await waitUntilIdle()) === before) return before - first;
    }
  }

  // One transaction claims rows of many webhooks; a queue with a lane per webhook would need one transaction each.
  const registered: WorkQueue = {
    name: DELIVERIES,
    wake: sweepNow,
    changed: sweepNow,
    start: () =>
      void start().catch((error: unknown) => log.error({ err: error }, 'webhook deliveries could not be started')),
    stop,
    idle,
    // No request takes as long as a lease.
    renew: async () => {},
    backlog: async () => (state.isRunning ? deliveryBacklog(database, now()) : { due: 0, lagSeconds: 0 }),
  };
  options.queues.join(registered, DELIVERY_LEASES);

  return {
    start,
    async stop() {
      await stop();
      egress.close();
    },
    idle: async () => void (await idle()),

    wakeWebhook(no) {
      state.mayHaveReplays = true;
      reload(no);
    },

    async closeBreaker(tx, no) {
      await updateWebhookRow(tx, no, CLOSED_BREAKER);
      tx.afterCommit(() => reload(no));
    },

    sendOnce: (tx, order) => singleAttempts.start(tx, order),

    inProcessState: (no) => {
      const lane = lanes.get(no)?.lane;
      return { inFlight: lane?.inFlight ?? 0, isProbing: lane?.isHalfOpen ?? false };
    },
  };
}
