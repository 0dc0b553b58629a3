import { newId } from '../../../shared/ids';
import type { Config } from '../../config/config';
import type { Database } from '../../db/database';
import type { Egress } from '../../egress/types';
import type { Hub } from '../../events/hub';
import type { Log } from '../../log';
import type { Metrics } from '../../metrics';
import { withInbox } from '../inbox/inbox';
import { tickReplays } from '../replays/replay';
import { type Due, listDue } from '../system/deliveries';
import { sendable, updateWebhook } from '../system/webhooks';
import { createAttempts } from './attempts';
import type { Dispatcher } from './dispatcher-types';
import { createFlusher, MOST_UNWRITTEN } from './flusher';
import { createClaims } from './lanes/claims';
import { type Clock, steadyClock } from './lanes/clock';
import { createLanes } from './lanes/lanes';
import { createOwnership } from './lanes/owner';
import { createQueue } from './lanes/queue';
import { createSlots, socketLimit } from './lanes/slots';
import { createDeliveryMetrics } from './metrics';
import { createNotices } from './notices';
import { recoverLeases } from './recover';
import { createBodies } from './sending/bodies';
import { createOnce } from './sending/once';
import type { WebhookSealer } from './sending/sealed';
import { createSender } from './sending/sender';
import { isOnce } from './settle';
import { createSweeps } from './sweeps';

interface DispatcherOptions {
  config: Config;
  database: Database;
  log: Log;
  now: () => Date;
  hub: Hub;
  metrics: Metrics;
  egress: Pick<Egress, 'post' | 'close'>;
  /** This process, as it stands on leases. */
  me?: string;
  sealer: WebhookSealer;
  clock?: Clock;
  random?: () => number;
}

const LONGEST_STOP_MS = 20_000;
/** What requests that were cut off take to end. */
const CUT_OFF_MS = 500;

/** Sends what is due. The rows are the only queue; all that is held here can be lost and read again. */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { config, database, log, hub, egress, sealer, clock = steadyClock, random = Math.random } = options;
  const { now } = clock;
  const { me = newId('nod') } = options;
  const state = { isRunning: false };
  /** What a process before this one had in flight is due again, and what is due here is known. */
  const settled = Promise.withResolvers<void>();
  let stopHearing: (() => void) | undefined;
  let stopped: Promise<void> | undefined;

  const slots = createSlots({ fast: config.deliveryFastSlots, total: socketLimit(config.deliveryMaxSockets) });
  const lanes = createLanes({ sealer, log, now });
  const bodies = createBodies(database);
  const figures = createDeliveryMetrics(options.metrics, { store: database, slots, lanes, now });
  const ownership = createOwnership(database, me, log);
  const owns = (no: number): boolean => state.isRunning && ownership.owns(no);
  const wake = (): void => claims.wake();

  const queue = createQueue({ lanes, clock, owns, wake });
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
      figures.flushed(results, flushed, milliseconds);
      for (const { delivery, settlement } of results) {
        const { webhookNo: no } = delivery;
        if (isOnce(delivery)) continue;
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
  const attempts = createAttempts({ slots, send, flusher, figures, queue, owner: me, now, random, freed: wake });
  const claims = createClaims({
    store: database,
    log,
    lanes,
    queue,
    slots,
    attempts,
    bodies,
    owner: me,
    owns,
    now,
    isOpen: () => state.isRunning && flusher.unwritten <= MOST_UNWRITTEN,
  });
  const once = createOnce({
    store: database,
    sealer,
    send,
    bodies,
    flusher,
    lanes,
    slots,
    attempts,
    hasCompany: queue.ring.hasOthers,
    freed: wake,
    isOpen: () => state.isRunning,
    owner: me,
    now,
  });
  const sweeps = createSweeps({ log, scan, recover, replay });
  const notices = createNotices({
    me,
    database,
    log,
    due: queue.hintAll,
    changed: queue.changedAll,
    missed: () => void sweeps.now(),
  });

  async function scan(): Promise<void> {
    let earliest = now();
    for await (const due of listDue(database)) earliest = Math.min(earliest, await takeDue(due));
    figures.lag(now() - earliest);
  }

  /** Returns when the first of them was due, of those that are sent to. */
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
    // A workspace that is suspended no longer tells nobody; those that still are cost no claim.
    for (const no of await sendable(database, parked)) queue.hint(no, false);
    return earliest;
  }

  /** On SQLite the holder of the lock does it, else any process that is not taken for dead itself. */
  async function recover(all: boolean): Promise<void> {
    const except = flusher.unwritten > 0 ? me : '';
    if (state.isRunning && ownership.isAlive()) await recoverLeases(options, database, { all, now, except });
  }

  async function replay(): Promise<void> {
    queue.hintAll(await tickReplays(database, { owns, now }));
  }

  async function ownerChanged(): Promise<void> {
    // Whoever had it meanwhile has moved its breaker.
    for (const webhook of lanes.all()) {
      if (!owns(webhook.no)) webhook.version = -1;
      else if (webhook.version === -1) queue.changedAll([webhook.no]);
    }
    await recover(ownership.isAlone);
    await scan();
    settled.resolve();
  }

  async function windDown(): Promise<void> {
    state.isRunning = false;
    settled.resolve();
    stopHearing?.();
    queue.close();
    await sweeps.stop();
    await notices.stop();

    const isBusy = (): boolean => claims.isBusy() || attempts.count.running + once.inFlight > 0;
    const waitUntil = async (deadline: number): Promise<void> => {
      while (isBusy() && performance.now() < deadline) await Bun.sleep(5);
    };
    await waitUntil(performance.now() + Math.min(LONGEST_STOP_MS, config.stopTimeoutMs));
    // What is cut off is due again at once, for whoever comes next.
    egress.close();
    await waitUntil(performance.now() + CUT_OFF_MS);
    attempts.stop();
    await flusher.stop();
    await ownership.stop();
  }

  const isQuiet = (): boolean =>
    !claims.isBusy() &&
    queue.ring.size + queue.unknown.size === 0 &&
    attempts.count.running + once.inFlight + flusher.unwritten === 0;

  /** Returns how many requests have begun so far. */
  const quiet = async (): Promise<number> => {
    while (!isQuiet()) await Bun.sleep(1);
    return attempts.count.begun;
  };

  return {
    async start() {
      state.isRunning = true;
      stopHearing = hub.onDue((nos) => {
        queue.hintAll(nos);
        notices.due(nos.filter((no) => !owns(no)));
      });
      await notices.start();
      await ownership.start(ownerChanged);
      sweeps.start();
    },

    stop: () => (stopped ??= windDown()),

    async idle() {
      if (state.isRunning && ownership.isAlive()) await settled.promise;
      for (;;) {
        const before = await quiet();
        await scan();
        if ((await quiet()) === before) return;
      }
    },

    wakeWebhook(no) {
      queue.changedAll([no]);
      notices.changed([no]);
    },

    async closeBreaker(tx, no) {
      await updateWebhook(tx, no, { openUntil: null, openReason: null, openings: 0 });
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
