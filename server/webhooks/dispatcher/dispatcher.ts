import type { Config } from '../../config/config';
import type { Database } from '../../db/database';
import type { Egress } from '../../egress/types';
import type { Hub } from '../../events/hub';
import type { Log } from '../../log';
import type { Metrics } from '../../metrics';
import type { WorkQueue } from '../../work/types';
import type { WorkQueues } from '../../work/work-queues';
import { withInbox } from '../inbox/inbox';
import { tickReplays } from '../replays/replay';
import { deliveryBacklog, type Due, listDue } from '../system/deliveries';
import { DELIVERY_LEASES } from '../system/recovery';
import { sendable, updateWebhookRow } from '../system/webhooks';
import { createAttempts } from './attempts';
import type { Dispatcher } from './dispatcher-types';
import { createFlusher, MAX_UNWRITTEN } from './flusher';
import { createClaims } from './lanes/claims';
import { type Clock, steadyClock } from './lanes/clock';
import { createLanes, DELIVERIES } from './lanes/lanes';
import { createLaneOwnership } from './lanes/owner';
import { createDeliveryQueue } from './lanes/queue';
import { createSlots, socketLimit } from './lanes/slots';
import { createDeliveryMetrics } from './metrics';
import { createNotices } from './notices';
import { recoverLeases } from './recover';
import { createBodies } from './sending/bodies';
import type { WebhookSealer } from './sending/sealed';
import { createSender } from './sending/sender';
import { createSingleAttempts } from './sending/single-attempt';
import { isSingleAttempt } from './settle';
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
  const me = node.id;
  const state = { isRunning: false, mayHaveReplays: true };
  let settled = Promise.withResolvers<void>();
  let stopListening: (() => void) | undefined;
  let stopped: Promise<void> | undefined;

  const slots = createSlots({ fast: config.deliveryFastSlots, total: socketLimit(config.deliveryMaxSockets) });
  const lanes = createLanes({ sealer, log, now });
  const bodies = createBodies(database);
  const metrics = createDeliveryMetrics(options.metrics, { store: database, slots, lanes, now });
  const ownership = createLaneOwnership(database, node, log);
  const owns = (no: number): boolean => state.isRunning && ownership.owns(no);
  const wake = (): void => claims.wake();

  const queue = createDeliveryQueue({ lanes, clock, owns, wake });
  const send = createSender({
    post: withInbox((...request) => egress.post(...request)),
    userAgent: `Switchboard/1.0 (+${config.baseUrl})`,
    showPrivate: config.webhookShowPrivateResponses,
    wall: options.now,
    log,
  });
  const flusher = createFlusher({
    ctx: options,
    store: database,
    log,
    committed(results, flushed, milliseconds) {
      metrics.flushed(results, flushed, milliseconds);
      for (const { delivery, settlement } of results) {
        const { webhookNo: no } = delivery;
        if (isSingleAttempt(delivery)) continue;
        if (settlement.state === 0 && owns(no)) queue.wakeAt(no, settlement.nextAt);
        const webhook = lanes.get(no);
        if (webhook === undefined) continue;
        webhook.unwritten -= 1;
        if (webhook.version === -1) queue.changedAll([no]);
      }
      queue.changedAll(flushed.disabled.map(({ no }) => no));
      wake();
    },
  });
  const attempts = createAttempts({ slots, send, flusher, metrics, queue, owner: me, now, random, work, freed: wake });
  const claims = createClaims({
    store: database,
    log,
    lanes,
    queue,
    slots,
    attempts,
    bodies,
    owner: me,
    work,
    owns,
    now,
    isOpen: () => state.isRunning && flusher.unwritten <= MAX_UNWRITTEN,
  });
  const once = createSingleAttempts({
    store: database,
    sealer,
    send,
    bodies,
    flusher,
    lanes,
    slots,
    attempts,
    isContended: queue.ring.hasOthers,
    freed: wake,
    isOpen: () => state.isRunning,
    owner: me,
    now,
  });
  const notices = createNotices({
    me,
    database,
    log,
    due: queue.hintAll,
    changed: queue.changedAll,
    missed: look,
  });
  const sweeps = createSweeps({ log, scanMs: notices.scanMs, scan, recover, replay });

  function look(): void {
    if (state.isRunning) void sweeps.now();
  }

  async function scan(): Promise<void> {
    let earliest = now();
    state.mayHaveReplays = true;
    for await (const due of listDue(database)) earliest = Math.min(earliest, await takeDue(due));
    metrics.lag(now() - earliest);
  }

  /** Returns when the first owned one was due. */
  async function takeDue(due: readonly Due[]): Promise<number> {
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
    for (const no of await sendable(database, parked)) queue.hint(no, false);
    return earliest;
  }

  /** On SQLite the owner of the lock recovers leases, on PostgreSQL any live process. */
  async function recover(): Promise<void> {
    const except = flusher.unwritten > 0 ? me : '';
    if (state.isRunning && ownership.isAlive()) await recoverLeases(options, database, { now, except });
  }

  async function replay(): Promise<void> {
    if (!state.mayHaveReplays) return;
    state.mayHaveReplays = false;
    const { woken, isOpen } = await tickReplays(database, { owns, now });
    state.mayHaveReplays ||= isOpen;
    queue.hintAll(woken);
  }

  async function ownerChanged(): Promise<void> {
    for (const webhook of lanes.all()) {
      if (!owns(webhook.no)) webhook.version = -1;
      else if (webhook.version === -1) queue.changedAll([webhook.no]);
    }
    await recover();
    await scan();
    settled.resolve();
  }

  async function begin(): Promise<void> {
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
    await ownership.start(ownerChanged);
    sweeps.start();
  }

  async function shutDown(): Promise<void> {
    state.isRunning = false;
    settled.resolve();
    stopListening?.();
    queue.close();
    await sweeps.stop();
    await notices.stop();

    const isBusy = (): boolean => claims.isBusy() || attempts.count.running + once.inFlight > 0;
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

  const isQuiet = (): boolean =>
    !claims.isBusy() &&
    queue.ring.size + queue.unknown.size === 0 &&
    attempts.count.running + once.inFlight + flusher.unwritten === 0;

  const quiet = async (): Promise<number> => {
    while (!isQuiet()) await Bun.sleep(1);
    return attempts.count.begun;
  };

  const stop = (): Promise<void> => (stopped ??= shutDown());

  /** Returns how many attempts began meanwhile. */
  async function idle(): Promise<number> {
    if (state.isRunning && ownership.isAlive()) await settled.promise;
    const first = attempts.count.begun;
    for (;;) {
      const before = await quiet();
      await scan();
      if ((await quiet()) === before) return before - first;
    }
  }

  // A claim takes rows of many webhooks in one transaction, which lanes one by one cannot: each would cost one of its own.
  const registered: WorkQueue = {
    name: DELIVERIES,
    wake: look,
    changed: look,
    start: () =>
      void begin().catch((error: unknown) => log.error({ err: error }, 'webhook deliveries could not be started')),
    stop,
    idle,
    // No request takes as long as a lease.
    renew: async () => {},
    backlog: async () => (state.isRunning ? deliveryBacklog(database, now()) : { due: 0, lagSeconds: 0 }),
  };
  options.queues.join(registered, DELIVERY_LEASES);

  return {
    start: begin,
    async stop() {
      await stop();
      egress.close();
    },
    idle: async () => void (await idle()),

    wakeWebhook(no) {
      state.mayHaveReplays = true;
      queue.changedAll([no]);
      notices.changed([no]);
    },

    async closeBreaker(tx, no) {
      await updateWebhookRow(tx, no, { openUntil: null, openReason: null, openings: 0 });
      tx.afterCommit(() => {
        queue.changedAll([no]);
        notices.changed([no]);
      });
    },

    sendOnce: (tx, order) => once.start(tx, order),

    live: (no) => {
      const lane = lanes.get(no)?.lane;
      return { inFlight: lane?.inFlight ?? 0, isProbing: lane?.isHalfOpen ?? false };
    },
  };
}
