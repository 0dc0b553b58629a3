import { HOUR_MS } from '../../shared/durations';
import { newId } from '../../shared/ids';
import { backgroundRunner } from '../db/background';
import type { Database } from '../db/database';
import { scoped } from '../db/scoped';
import { repeat, type Repetition } from '../schedule';
import type { WorkQueues } from '../work/work-queues';
import { batchLane, createBatchQueue } from './batches/run';
import { createConnections } from './connections/connections';
import { createHealthWatch } from './connections/own-health';
import type { WhatsAppServices } from './context';
import type { DriverInstance } from './drivers/driver';
import { createDrivers, type DriverMakers } from './drivers/drivers';
import type { InstanceRef, WhatsApp } from './engine-types';
import { createEventInbox } from './event-inbox';
import { createIngress } from './ingress/ingress';
import { createMediaStore } from './media/store';
import { createWhatsAppMetrics } from './metrics';
import { mediaSettled } from './queue/overdue';
import { createSendQueue, sendLane } from './queue/queue';
import { reveal as revealRow } from './reveal';
import { createControls } from './sandbox/controls';
import { addMissingSandboxes } from './sandbox/default';
import { createSteps } from './sandbox/steps';
import { waMedia } from './schema/media';
import { findInstance } from './system/connections';
import { purgePaces } from './system/pacing';
import { nextStep } from './system/sandbox';
import type { InstanceRow, WorkContext } from './work-types';

type EngineServices = Pick<WhatsAppServices, 'config' | 'log' | 'now' | 'hub' | 'metrics' | 'secretKey' | 'egress'>;

interface WhatsAppOptions extends EngineServices {
  database: Database;
  queues: WorkQueues;
  /** Replaces built-in drivers, for tests. */
  drivers?: DriverMakers;
  random?: () => number;
}

/** Work of other processes is found within this time. */
const TICK_MS = 200;
const SLOW_TICK_MS = 500;
const HEALTH_MS = 10_000;
const RESUME_MS = 30_000;
const PURGE_MS = HOUR_MS;
const MAX_STOP_MS = 20_000;

export function createWhatsApp(options: WhatsAppOptions): WhatsApp {
  const { database, log, now, metrics, secretKey, egress } = options;
  const { config, hub, queues } = options;
  const me = queues.node.id;
  const work: WorkContext = { config, hub, metrics, now, secretKey, log, requestId: newId('req') };
  const state = { isRunning: false };
  let repetitions: Repetition[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let timerAt = Infinity;
  const outside = backgroundRunner();
  const looks = { isWanted: false, running: undefined as Promise<void> | undefined };
  let started: Promise<void> | undefined;
  let stopped: Promise<void> | undefined;

  const reveal = (row: InstanceRow): DriverInstance => revealRow(secretKey, row);
  const owns = (): boolean => state.isRunning;
  const wake = (of: InstanceRef): void => sends.queue.wake(sendLane(of));
  const wakeBatches = (of: InstanceRef): void => batches.wake(batchLane(of));
  const connected = (of: InstanceRef): void => {
    wake(of);
    wakeBatches(of);
  };

  const driver = createDrivers(
    { database, now, egress, scheduled: (at) => stepsAt(at.getTime()), localPath },
    options.drivers,
  );
  const media = createMediaStore({
    queues,
    services: () => ({ ...options, store: database }),
    driver,
    reveal,
    report: (instanceId, driverEvents) => inbox.report(instanceId, driverEvents),
    async settled(on, file) {
      await mediaSettled(on, file);
      on.tx.store.afterCommit(() => wake({ id: file.instanceId, workspaceId: file.workspaceId }));
    },
  });
  /** Called with the instance after each applied event. */
  const watchers = new Set<(instanceId: string) => void>();
  const inbox = createEventInbox({
    work,
    database,
    media: () => media,
    driver,
    reveal,
    connected,
    applied: (instanceId) => watchers.forEach((watch) => watch(instanceId)),
  });
  const figures = createWhatsAppMetrics(metrics, () => sends.inFlight());
  const health = createHealthWatch({ work, database, report: inbox.report });
  const random = options.random ?? Math.random;
  const { suspect } = health;
  const sends = createSendQueue(
    { work, database, me, random, driver, reveal, report: inbox.report, media, figures, suspect },
    queues,
  );
  const { ingress, queue: notifications } = createIngress({ work, database, inbox, queues });
  const batches = createBatchQueue({ work, database, queues, wake });
  const steps = createSteps(work, database, inbox, owns);
  const links = createConnections({
    work,
    database,
    driver,
    reveal,
    report: inbox.report,
    connected,
  });

  async function localPath({ workspaceId }: DriverInstance, mediaId: string): Promise<string | undefined> {
    const row = await scoped(database, workspaceId).get(waMedia, mediaId);
    return row && (await media.local(row))?.path;
  }

  const whileOwner = (run: () => Promise<void>) => async (): Promise<void> => {
    if (owns()) await run();
  };

  function stepsAt(at: number): void {
    if (!owns() || at >= timerAt) return;
    clearTimeout(timer);
    timerAt = at;
    const expired = (): void => {
      timerAt = Infinity;
      runSteps().catch((error: unknown) => log.error({ err: error }, 'sandbox steps failed'));
    };
    timer = outside(() => setTimeout(expired, Math.max(0, at - now().getTime())));
  }

  function runSteps(): Promise<void> {
    looks.isWanted = true;
    looks.running ??= look();
    return looks.running;
  }

  async function look(): Promise<void> {
    try {
      while (looks.isWanted && owns()) {
        looks.isWanted = false;
        await doSteps();
      }
    } finally {
      looks.running = undefined;
    }
  }

  async function doSteps(): Promise<void> {
    while (owns()) {
      const next = await nextStep(database);
      if (next === undefined) return;
      if (next > now().getTime()) return next > now().getTime() + TICK_MS ? undefined : stepsAt(next);
      await steps.runDue();
    }
  }

  async function slowTick(): Promise<void> {
    await sends.expire();
    await links.publishLate();
    await health.look();
  }

  /** Repeats until a whole pass finds no work and no event was applied meanwhile. */
  async function idle(instanceId?: string): Promise<void> {
    let applied = 0;
    const watch = (id: string): void => {
      if (instanceId === undefined || id === instanceId) applied += 1;
    };
    watchers.add(watch);
    try {
      while (owns()) {
        const before = applied;
        const found = await lookAtAll(instanceId);
        if (found === 0 && applied === before) return;
      }
    } finally {
      watchers.delete(watch);
    }
  }

  /** Returns the amount of work found. */
  async function lookAtAll(instanceId: string | undefined): Promise<number> {
    const instance = instanceId === undefined ? undefined : await findInstance(database, instanceId);
    await media.idle();
    await inbox.idle();
    let found = instanceId === undefined ? await notifications.idle() : 0;
    found += await steps.runDue(instanceId);
    found += await batches.idle(instance && batchLane(instance));
    found += await sends.expire(instanceId);
    found += await sends.queue.idle(instance && sendLane(instance));
    found += await links.publishLate();
    found += await health.lookAgain();
    return found;
  }

  /** Whatever waits, this only says that it is to be looked at. */
  async function begin(): Promise<void> {
    state.isRunning = true;
    await addMissingSandboxes(database, now);
    sends.queue.start();
    media.start();
    batches.start();
    notifications.start();
    repetitions = [
      repeat({ name: 'whatsapp times', everyMs: SLOW_TICK_MS, firstMs: 0, run: whileOwner(slowTick) }, log),
      repeat({ name: 'whatsapp sandbox', everyMs: TICK_MS, firstMs: 1, run: whileOwner(runSteps) }, log),
      repeat(
        {
          name: 'whatsapp health',
          everyMs: HEALTH_MS,
          jitter: 0.2,
          run: whileOwner(async () => void (await health.lookAgain())),
        },
        log,
      ),
      repeat(
        { name: 'whatsapp connections', everyMs: RESUME_MS, jitter: 0.2, run: whileOwner(() => links.resume()) },
        log,
      ),
      repeat(
        {
          name: 'whatsapp pacing',
          everyMs: PURGE_MS,
          jitter: 0.2,
          run: whileOwner(() => purgePaces(database, now())),
        },
        log,
      ),
    ];
  }

  async function windDown(): Promise<void> {
    state.isRunning = false;
    // Work that still starts is stopped too, before another process takes over.
    await started?.catch(() => {});
    clearTimeout(timer);
    const sent = sends.queue.stop();
    await Promise.all([notifications, media, batches, ...repetitions].map((one) => one.stop()));
    await Promise.race([sent, Bun.sleep(Math.min(MAX_STOP_MS, config.stopTimeoutMs))]);
  }

  return {
    driver,
    report: inbox.report,
    apply: (on, driverEvents) => inbox.apply(on, driverEvents),
    reveal,
    wake,
    connections: links.connections,
    sandbox: createControls({ work, database, owns, idle }),
    media,
    wakeBatches,
    ingress,
    work,
    idle,

    start: () => (started = begin()),
    stop: () => (stopped ??= windDown()),
  };
}
