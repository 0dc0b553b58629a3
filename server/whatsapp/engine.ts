import { newId } from '../../shared/ids';
import type { DriverName } from '../../shared/whatsapp/capabilities';
import { backgroundRunner } from '../db/background';
import type { Database } from '../db/database';
import { engine } from '../db/engine';
import { scoped } from '../db/scoped';
import { repeat, type Repetition } from '../schedule';
import type { LeaseTable } from '../work/types';
import type { WorkQueues } from '../work/work-queues';
import { createBatchRunner } from './batches/run';
import { createConnections } from './connections/connections';
import { createHealthWatch } from './connections/own-health';
import type { WhatsAppServices } from './context';
import { createCloudDriver } from './drivers/cloud/driver';
import type { DriverInstance } from './drivers/driver';
import { createDrivers, type DriverMakers } from './drivers/drivers';
import { createSandboxDriver } from './drivers/sandbox/driver';
import type { WhatsApp } from './engine-types';
import { createHear } from './hear';
import { createIngress } from './ingress/ingress';
import { createMediaStore } from './media/store';
import { createWhatsAppMetrics } from './metrics';
import { createOwnership } from './owner';
import { purgePaces } from './queries/pacing';
import { mediaSettled } from './queue/overdue';
import { createQueue } from './queue/queue';
import { reveal as revealRow } from './reveal';
import { createControls } from './sandbox/controls';
import { addMissingSandboxes } from './sandbox/default';
import { createSteps } from './sandbox/steps';
import { waMedia } from './schema/media';
import { nextStep } from './system/sandbox';
import type { InstanceRow, WorkContext } from './work';

type EngineServices = Pick<WhatsAppServices, 'config' | 'log' | 'now' | 'hub' | 'metrics' | 'secretKey' | 'egress'>;

export interface WhatsAppOptions extends EngineServices {
  database: Database;
  queues: WorkQueues;
  /** In place of those that this server has. */
  drivers?: Partial<Record<DriverName, () => ReturnType<NonNullable<DriverMakers[DriverName]>>>>;
  /** Between 0 and 1. */
  random?: () => number;
}

const LEASES: readonly LeaseTable[] = [
  {
    table: 'wa_messages',
    key: 'id',
    end: 'lease_until = created_at, due_at = created_at',
    where: `status = 'sending' and due_at > now()`,
  },
  {
    table: 'wa_provider_raw',
    key: 'seq',
    end: 'next_try_at = created_at',
    where: 'parsed_at is null and next_try_at > now()',
  },
];

/** What other processes accepted is seen within this time. */
const TICK_MS = 200;
const SLOW_TICK_MS = 500;
const RENEW_MS = 10_000;
const HEALTH_MS = 10_000;
const RESUME_MS = 30_000;
const PURGE_MS = 3_600_000;
const LONGEST_STOP_MS = 20_000;

export function createWhatsApp(options: WhatsAppOptions): WhatsApp {
  const { database, log, now, metrics, secretKey, egress } = options;
  const { config, hub, queues } = options;
  const me = queues.node.id;
  const work: WorkContext = { config, hub, metrics, now, secretKey, log, requestId: newId('req') };
  const ownership = createOwnership(database);
  const state = { isRunning: false };
  let repetitions: Repetition[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let timerAt = Infinity;
  const outside = backgroundRunner();
  /** What a process before this one left has been looked after. */
  const recovered = Promise.withResolvers<void>();
  let needsRecovery = false;
  const looks = { isWanted: false, running: undefined as Promise<void> | undefined };
  let started: Promise<void> | undefined;
  let stopped: Promise<void> | undefined;

  const reveal = (row: InstanceRow): DriverInstance => revealRow(secretKey, row);
  const owns = (): boolean => state.isRunning && ownership.owns();
  const wake = (instanceId: string): void => queue.hint(instanceId);

  const driver = createDrivers({
    sandbox: () => createSandboxDriver({ database, now, scheduled: (at) => stepsAt(at.getTime()), localPath }),
    cloud: () => createCloudDriver(egress),
    ...options.drivers,
  });
  const media = createMediaStore({
    queues,
    services: () => ({ ...options, store: database }),
    driver,
    reveal,
    tell: (instanceId, news) => hear.tell(instanceId, news),
    async settled(on, file) {
      await mediaSettled(on, file);
      on.tx.store.afterCommit(() => wake(file.instanceId));
    },
  });
  /** Called with the instance of which something was applied, whatever asked for it. */
  const watchers = new Set<(instanceId: string) => void>();
  const hear = createHear({
    work,
    database,
    media: () => media,
    driver,
    reveal,
    wake,
    applied: (instanceId) => watchers.forEach((watch) => watch(instanceId)),
  });
  const figures = createWhatsAppMetrics(metrics, () => queue.inFlight());
  const health = createHealthWatch({ work, database, tell: hear.tell });
  const random = options.random ?? Math.random;
  const { suspect } = health;
  const queue = createQueue(
    { work, database, me, random, driver, reveal, tell: hear.tell, media, figures, suspect },
    owns,
  );
  // On SQLite whoever takes over looks after them.
  if (engine === 'postgres') for (const one of LEASES) queues.addLeases(one);
  const { ingress, ...notifications } = createIngress({ work, database, me, hear }, owns);
  const batches = createBatchRunner({ work, database, wake }, owns);
  const steps = createSteps(work, database, hear, owns);
  const links = createConnections({
    work,
    database,
    driver,
    reveal,
    tell: hear.tell,
    wake,
  });

  async function localPath({ workspaceId }: DriverInstance, mediaId: string): Promise<string | undefined> {
    const row = await scoped(database, workspaceId).get(waMedia, mediaId);
    return row && (await media.local(row))?.path;
  }

  const whileOwner = (run: () => Promise<void>) => async (): Promise<void> => {
    if (owns()) await run();
  };

  /** The next step of the sandbox is due then. */
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

  /** One look at a time: of two that find the same steps one does them in vain. */
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

  /** What another process accepted, and hints that were lost. None waits for the backlog of another. */
  const looked: readonly [name: string, look: () => Promise<unknown>][] = [
    ['whatsapp batches', () => batches.run()],
    ['whatsapp queue', () => queue.scan()],
    ['whatsapp ingress', () => notifications.look()],
    ['whatsapp sandbox', () => runSteps()],
  ];

  /** Whoever takes over looks after what the one before it left. */
  async function slowTick(): Promise<void> {
    if (ownership.take()) needsRecovery = true;
    if (needsRecovery) {
      await queue.recoverAll();
      await notifications.recover();
      needsRecovery = false;
    }
    recovered.resolve();
    if (!owns()) return;
    await queue.expire();
    await links.tellLate();
    await health.look();
  }

  /** Until a whole look finds nothing, and nothing was applied meanwhile by the looks that run on their own. */
  async function idle(instanceId?: string): Promise<void> {
    if (state.isRunning) await recovered.promise;
    queue.rouse(instanceId);
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

  /** Returns how much there was to do, or to wait for. */
  async function lookAtAll(instanceId: string | undefined): Promise<number> {
    await media.idle();
    await hear.idle();
    let found = instanceId === undefined ? await notifications.idle() : 0;
    found += await steps.runDue(instanceId);
    found += await batches.run(instanceId);
    found += await queue.expire(instanceId);
    found += await queue.scan(instanceId);
    found += await links.tellLate();
    found += await health.lookAgain();
    return (await queue.quiet(instanceId)) ? found + 1 : found;
  }

  /** Whatever waits, this only says that it is to be looked at. */
  async function begin(): Promise<void> {
    state.isRunning = true;
    await addMissingSandboxes(database, now);
    needsRecovery = ownership.take();
    queue.open();
    notifications.open();
    media.start();
    repetitions = [
      repeat({ name: 'whatsapp take-over', everyMs: SLOW_TICK_MS, firstMs: 0, run: slowTick }, log),
      ...looked.map(([name, run]) =>
        repeat({ name, everyMs: TICK_MS, firstMs: 1, run: whileOwner(async () => void (await run())) }, log),
      ),
      repeat(
        {
          name: 'whatsapp health',
          everyMs: HEALTH_MS,
          jitter: 0.2,
          run: whileOwner(async () => void (await health.lookAgain())),
        },
        log,
      ),
      repeat({ name: 'whatsapp leases', everyMs: RENEW_MS, run: whileOwner(queue.renew) }, log),
      repeat({ name: 'whatsapp notifications', everyMs: RENEW_MS / 2, run: whileOwner(notifications.renew) }, log),
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
    queue.close();
    // What it still begins is ended with the rest: else it would take the place of whoever comes next.
    await started?.catch(() => {});
    clearTimeout(timer);
    await notifications.close();
    await Promise.all(repetitions.map((one) => one.stop()));
    await media.stop();
    await batches.idle();
    const deadline = performance.now() + Math.min(LONGEST_STOP_MS, config.stopTimeoutMs);
    while (queue.isBusy() && performance.now() < deadline) await Bun.sleep(5);
    ownership.release();
  }

  return {
    driver,
    tell: hear.tell,
    apply: (on, news) => hear.apply(on, news),
    reveal,
    wake,
    connections: links.connections,
    sandbox: createControls({ work, database, owns, idle }),
    media,
    batches,
    ingress,
    work,
    idle,

    start: () => (started = begin()),
    stop: () => (stopped ??= windDown()),
  };
}
