/**
 * What publishing costs: publications that are all due at one minute, each to one webhook. They are handed over, and
 * in turn handed over and delivered with every receipt written, beside the dispatcher’s own rate for as many plain
 * events. They take turns in one process; the receiver runs in another. What else runs in the process meanwhile waits
 * as long as the loop is held up, which is told too.
 *
 * `DATABASE_URL=/tmp/bench.db bun tests/bench/publisher.ts`; `ROUNDS`, `PUBLICATIONS` and `HOSTS` set the size.
 */
import { sql } from 'drizzle-orm';

import { publicationDeliveries, publications } from '../../server/automation/schema/publications';
import { queries } from '../../server/db/database';
import { webhooks } from '../../server/webhooks/schema';
import { NO_DELIVERIES } from '../../shared/automation/publication';
import { newId } from '../../shared/ids';
import { until } from '../support/process';
import { cpuMs, openStage, percentile, print, startReceiver } from './delivery-stage';
import { report } from './report';

const ROUNDS = Number(process.env['ROUNDS'] ?? 3);
const PUBLICATIONS = Number(process.env['PUBLICATIONS'] ?? 10_000);
const HOSTS = Number(process.env['HOSTS'] ?? 64);
const WORKSPACES = 4;
const ROWS_A_STATEMENT = 100;
const TIMEOUT_MS = 600_000;
const DAY = 86_400_000;

const receiver = await startReceiver();
const urls = Array.from({ length: HOSTS }, (_, index) => receiver.url(index));
const stage = await openStage(
  Array.from({ length: WORKSPACES }, (_, index) => urls.filter((_url, host) => host % WORKSPACES === index)),
);
const db = queries(stage.database);
const places = await db.select({ id: webhooks.id, workspaceId: webhooks.workspaceId }).from(webhooks);

/** Publications that have been due for a moment. */
async function fill(): Promise<void> {
  const now = new Date();
  const rows = Array.from({ length: PUBLICATIONS }, (_, index) => {
    const { id: to = '', workspaceId = '' } = places[index % places.length] ?? {};
    const id = newId('pub');
    const times = { createdAt: now, updatedAt: now };
    return {
      publication: {
        ...times,
        id,
        workspaceId,
        status: 'scheduled' as const,
        content: { text: 'x'.repeat(780), format: 'plain' as const, media: [], link_preview: true },
        overrides: {},
        targets: [{ channel: 'webhook', to: [to] }],
        channels: '|webhook',
        instances: '',
        schedule: { mode: 'at' as const, at: now.toISOString() },
        expiresAfterSeconds: 86_400,
        overflow: 'reject' as const,
        onInvalidTarget: 'reject' as const,
        duplicateWindowSeconds: 0,
        shortLinks: 'off' as const,
        links: [],
        metadata: {},
        counters: { ...NO_DELIVERIES, total: 1, waiting: 1 },
        source: 'api' as const,
        dueAt: now,
        expiresAt: new Date(now.getTime() + DAY),
        search: '',
      },
      delivery: {
        ...times,
        id: newId('pdl'),
        workspaceId,
        publicationId: id,
        channel: 'webhook',
        containerId: to,
        recipient: to,
        to,
        status: 'waiting' as const,
        waitReason: 'schedule' as const,
        nextAttemptAt: now,
        parts: [{ type: 'event', status: 'pending' as const, reference: null, error: null }],
        contentHash: '',
      },
    };
  });
  for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT) {
    const part = rows.slice(from, from + ROWS_A_STATEMENT);
    await db.insert(publications).values(part.map(({ publication }) => publication));
    await db.insert(publicationDeliveries).values(part.map(({ delivery }) => delivery));
  }
}

const { publisher } = stage.services.automation;
publisher.listen();
// Looked for as the indexes of what is open have it: to count through all rows would hold up what is measured.
const isPublished = async () => {
  const isOpen = sql`status in ('scheduled', 'queued', 'publishing', 'paused') and expires_at is not null`;
  return (await db.select({ id: publications.id }).from(publications).where(isOpen).limit(1)).length === 0;
};
const isHandedOver = async () => {
  const isWaiting = sql`status in ('pending', 'waiting') and channel = 'webhook'`;
  const { id } = publicationDeliveries;
  return (await db.select({ id }).from(publicationDeliveries).where(isWaiting).limit(1)).length === 0;
};

const POLL_MS = 5;

/** Holds a stopwatch to the event loop: returns how much later than asked each of its timers came, in milliseconds. */
function watchLoop(): () => number[] {
  const delays: number[] = [];
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    delays.push(Math.max(0, now - last - POLL_MS));
    last = now;
  }, POLL_MS);
  return () => {
    clearInterval(timer);
    return delays;
  };
}

interface Measured {
  /** In milliseconds, as the delays of the loop are. */
  took: number;
  cpu: number;
  delays: number[];
}

async function measured(work: () => Promise<unknown>): Promise<Measured> {
  const delaysOf = watchLoop();
  const [began, before] = [performance.now(), cpuMs()];
  await work();
  return { took: performance.now() - began, cpu: cpuMs() - before, delays: delaysOf() };
}

const jobs = {
  async dispatcher() {
    for (const workspaceId of stage.workspaceIds) await stage.emit(workspaceId, PUBLICATIONS / HOSTS);
    const dispatcher = stage.dispatcher();
    const figures = await measured(async () => {
      await dispatcher.start();
      await dispatcher.idle();
    });
    await dispatcher.stop();
    return figures;
  },
  async 'handing over'() {
    await fill();
    const figures = await measured(async () => {
      publisher.start();
      await until(isHandedOver, { timeoutMs: TIMEOUT_MS, everyMs: 20 });
    });
    await publisher.stop();
    const dispatcher = stage.dispatcher();
    await dispatcher.start();
    await dispatcher.idle();
    await dispatcher.stop();
    return figures;
  },
  async 'due to delivered'() {
    await fill();
    const dispatcher = stage.dispatcher();
    await dispatcher.start();
    const figures = await measured(async () => {
      publisher.start();
      await until(isPublished, { timeoutMs: TIMEOUT_MS, everyMs: 50 });
    });
    await publisher.stop();
    await dispatcher.stop();
    return figures;
  },
};
const NAMES = ['dispatcher', 'handing over', 'due to delivered'] as const satisfies (keyof typeof jobs)[];

const rates = new Map<keyof typeof jobs, number[]>(NAMES.map((name) => [name, []]));
for (let round = 0; round <= ROUNDS; round += 1) {
  for (const name of NAMES) {
    const { took, cpu, delays } = await jobs[name]();
    const [p99, most] = [0.99, 1].map((part) => percentile(delays, part).toFixed(0));
    const rate = (1000 * PUBLICATIONS) / took;
    // The first round warms up.
    if (round > 0) rates.get(name)?.push(rate);
    print(
      `${name.padEnd(18)} ${rate.toFixed(0)}/s, all in ${(took / 1000).toFixed(1)} s, ${((cpu * 1000) / PUBLICATIONS).toFixed(0)} µs of the processor each; loop late by ${p99} ms at p99, ${most} ms at most`,
    );
  }
}
const median = (name: keyof typeof jobs): number => percentile(rates.get(name) ?? [], 0.5);
const beside = 'the dispatcher’s own rate for plain events';
const of = (name: keyof typeof jobs): number => median(name) / median('dispatcher');
report({ what: 'publications handed over a second', beside, ratio: of('handing over'), aim: '≥ 0.50' });
report({ what: 'publications a second, due to delivered', beside, ratio: of('due to delivered'), aim: '≥ 0.25' });
receiver.stop();
await stage.close();
process.exit(0);
