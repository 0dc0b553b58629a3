import { HOUR_MS } from '../../shared/durations';
import { newId } from '../../shared/ids';
import type { Database } from '../db/database';
import { scoped } from '../db/scoped';
import { repeat, type Repetition } from '../schedule';
import type { WorkQueues } from '../work/work-queues';
import { createBatchQueue } from './batches/run';
import { createConnections } from './connections/connections';
import { createHealthWatch } from './connections/own-health';
import { createStatusReportQueue } from './connections/status-reports';
import type { WhatsAppServices } from './context';
import type { DriverInstance } from './drivers/driver';
import { createDrivers, type DriverMakers } from './drivers/open-drivers';
import { traitsOf } from './drivers/registry';
import type { InstanceRef, WhatsApp } from './engine-types';
import { createEventInbox } from './event-inbox';
import { createIngress } from './ingress/ingress';
import { instanceLane } from './lanes';
import { createMediaStore } from './media/store';
import { createWhatsAppMetrics } from './metrics';
import { createExpiryQueue } from './queue/expiry';
import { mediaSettled } from './queue/overdue';
import { createSendQueue } from './queue/queue';
import { reveal as revealRow } from './reveal';
import { createControls } from './sandbox/controls';
import { addMissingSandboxes } from './sandbox/default';
import { createStepQueue } from './sandbox/steps';
import { waMedia } from './schema/media';
import { createSockets } from './sockets/sockets';
import { findInstance } from './system/connections';
import { purgePaces } from './system/pacing';
import type { InstanceRow, WorkContext } from './work-types';

type EngineServices = Pick<WhatsAppServices, 'config' | 'log' | 'now' | 'hub' | 'metrics' | 'secretKey' | 'egress'>;

interface WhatsAppOptions extends EngineServices {
  database: Database;
  queues: WorkQueues;
  /** For tests. */
  drivers?: DriverMakers;
  random?: () => number;
}

/** The expiry of messages accepted within this time is checked together. */
const EXPIRY_HINT_MS = 200;
const RESUME_MS = 30_000;
const MAX_STOP_MS = 20_000;

export function createWhatsApp(options: WhatsAppOptions): WhatsApp {
  const { database, log, now, metrics, secretKey, egress } = options;
  const { config, hub, queues } = options;
  const me = queues.node.id;
  const work: WorkContext = { config, hub, metrics, now, secretKey, log, requestId: newId('req') };
  const state = { isRunning: false };
  let repetitions: Repetition[] = [];
  let started: Promise<void> | undefined;
  let stopped: Promise<void> | undefined;

  const reveal = (row: InstanceRow): DriverInstance => revealRow(secretKey, row);
  const owns = (): boolean => state.isRunning;
  const wake = (of: InstanceRef): void => {
    sends.queue.wake(instanceLane(of));
    expiries.wakeAt(now().getTime() + EXPIRY_HINT_MS);
  };
  const wakeBatches = (of: InstanceRef): void => batches.wake(instanceLane(of));
  const connected = (of: InstanceRef): void => {
    wake(of);
    wakeBatches(of);
  };
  const connectionChanged = (row: InstanceRow): void => {
    if (row.status === 'connected') connected(row);
    else if (traitsOf(row.driver).hasSocket) sockets.wake(row);
    if (row.reportAt) statusReports.wakeAt(row.reportAt.getTime());
  };

  const drivers = createDrivers(
    {
      database,
      now,
      egress,
      config,
      log,
      secretKey,
      scheduled: (at) => steps.wakeAt(at.getTime()),
      localPath,
      apply: (instanceId, driverEvents) => inbox.applyInOrder(instanceId, driverEvents),
      sockets: {
        wake: (of) => sockets.wake(of),
        holds: (instanceId) => sockets.holds(instanceId),
        call: (...order) => sockets.call(...order),
        interrupted: (name) => sockets.interrupted(name),
      },
    },
    options.drivers,
  );
  const driver = drivers.of;
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
  /** Called after each applied event. */
  const watchers = new Set<(instanceId: string) => void>();
  const inbox = createEventInbox({
    work,
    database,
    media: () => media,
    driver,
    reveal,
    connectionChanged,
    applied: (instanceId) => watchers.forEach((watch) => watch(instanceId)),
  });
  const { report } = inbox;
  const sendMetrics = createWhatsAppMetrics(metrics, () => sends.inFlight());
  const health = createHealthWatch({ work, database, report });
  const random = options.random ?? Math.random;
  const { suspect } = health;
  const sockets = createSockets({ work, database, me, driver, reveal, report }, queues);
  const { holds } = sockets;
  const context = { work, database, me, random, driver, reveal, report, media, sendMetrics, suspect, wake, holds };
  const sends = createSendQueue(context, queues);
  const expiries = createExpiryQueue(context, queues);
  const { ingress, queue: notifications } = createIngress({ work, database, inbox, queues });
  const batches = createBatchQueue({ work, database, queues, wake });
  const steps = createStepQueue({ work, database, inbox, queues });
  const statusReports = createStatusReportQueue({ work, database, queues });
  const links = createConnections({ work, database, driver, reveal, report, connected });

  async function localPath({ workspaceId }: DriverInstance, mediaId: string): Promise<string | undefined> {
    const row = await scoped(database, workspaceId).get(waMedia, mediaId);
    return row && (await media.local(row))?.path;
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
        const found = await settleAll(instanceId);
        if (found === 0 && applied === before) return;
      }
    } finally {
      watchers.delete(watch);
    }
  }

  async function settleAll(instanceId: string | undefined): Promise<number> {
    const instance = instanceId === undefined ? undefined : await findInstance(database, instanceId);
    const lane = instance && instanceLane(instance);
    await media.idle();
    await inbox.idle();
    let found = instanceId === undefined ? await notifications.idle() : 0;
    // A queue comes after those that give it work.
    found += await batches.idle(lane);
    found += await expiries.idle(lane);
    found += await sends.queue.idle(lane);
    found += await steps.idle(lane);
    found += await statusReports.idle(lane);
    found += await health.evaluateOpen();
    return found;
  }

  /** Besides the sends, whose running calls have a time limit at the end. */
  const others = [notifications, media, batches, steps, expiries, statusReports, health];

  async function begin(): Promise<void> {
    state.isRunning = true;
    await addMissingSandboxes(database, now);
    sends.queue.start();
    for (const one of others) one.start();
    sockets.start();
    const resume = { name: 'whatsapp connections', everyMs: RESUME_MS, jitter: 0.2, run: () => links.resume() };
    const purge = { name: 'whatsapp pacing', everyMs: HOUR_MS, jitter: 0.2, run: () => purgePaces(database, now()) };
    repetitions = [repeat(resume, log), repeat(purge, log)];
  }

  async function shutDown(): Promise<void> {
    state.isRunning = false;
    // Work that is still starting is stopped too, before another process takes over.
    await started?.catch(() => {});
    const sent = sends.queue.stop();
    await Promise.all([...others, ...repetitions].map((one) => one.stop()));
    await Promise.race([sent, Bun.sleep(Math.min(MAX_STOP_MS, config.stopTimeoutMs))]);
    await sockets.stop(async () => {
      await Promise.all(drivers.opened().flatMap(({ socket }) => socket?.shutDown() ?? []));
    });
  }

  return {
    driver,
    report,
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
    stop: () => (stopped ??= shutDown()),
  };
}
