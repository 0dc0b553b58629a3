import { eq } from 'drizzle-orm';

import { readConfig, type Config } from '../../../server/config/config';
import { queries } from '../../../server/db/database';
import { type ExchangeAnswer, WireError, type WireCode } from '../../../server/egress/types';
import { events } from '../../../server/events/schema';
import { createLog } from '../../../server/log';
import { createMetrics } from '../../../server/metrics';
import { createServices } from '../../../server/services';
import type { Clock } from '../../../server/webhooks/dispatcher/lanes/clock';
import { webhookAttempts, webhooks } from '../../../server/webhooks/schema';
import { freshDatabase } from '../../support/app';
import { seedWorkspace } from '../../support/seed';
import { dispatcherOf, emitEvents, readDeliveries, seedWebhook } from './support';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

/** A clock that moves when it is told to, and then runs what has become due, one after the other. */
function simulatedClock(start = Date.now()) {
  let time = start;
  const waiting = new Set<{ at: number; work: () => void }>();
  const clock: Clock = {
    now: () => time,
    after(milliseconds, work) {
      const entry = { at: time + Math.max(0, milliseconds), work };
      waiting.add(entry);
      return () => void waiting.delete(entry);
    },
  };
  return {
    clock,
    /** `settled` is awaited after each step. */
    async advance(milliseconds: number, settled: () => Promise<void>): Promise<void> {
      const end = time + milliseconds;
      for (;;) {
        await settled();
        const [next] = [...waiting].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at);
        if (next === undefined) break;
        time = Math.max(time, next.at);
        waiting.delete(next);
        next.work();
      }
      time = end;
      await settled();
    },
  };
}

const timings = { dnsMs: null, connectMs: 1, tlsMs: null, firstByteMs: 2, totalMs: 3 };

export const answer = (status: number, headers: Record<string, string> = {}, body = ''): ExchangeAnswer => ({
  status,
  headers: Object.entries(headers),
  body: new TextEncoder().encode(body),
  bodyBytes: body.length,
  truncated: false,
  incomplete: false,
  timings,
  remoteIp: '203.0.113.9',
  reused: false,
  isPrivate: false,
});
export const failure = (code: WireCode): WireError =>
  new WireError(code, { phase: 'connect', detail: `A ${code}.`, timings });

export interface Call {
  url: string;
  headers: Record<string, string>;
  body: string;
  at: number;
}
export type Behaviour = (call: Call) => ExchangeAnswer | WireError | Promise<ExchangeAnswer | WireError>;

interface LabOptions {
  /** Time passes by itself. */
  real?: boolean;
  config?: Partial<Config>;
}

/** Dispatchers on a database of their own, with a simulated clock and a wire that answers as it is told. */
export async function openLab(behave: Behaviour, { real = false, config: change = {} }: LabOptions = {}) {
  const testDatabase = await freshDatabase();
  const secret = Buffer.alloc(32, 7).toString('base64');
  const config = { ...readConfig({ LOG_LEVEL: 'silent', SECRET_KEY: secret }), ...change };
  const log = createLog('silent');
  const services = createServices(config, testDatabase.database, log);
  const simulated = simulatedClock();
  const clock = real ? undefined : simulated.clock;
  const wall = (): Date => (clock ? new Date(clock.now()) : new Date());
  const calls: Call[] = [];
  const state = { behave };

  const open = () => {
    const dispatcher = dispatcherOf({
      config,
      database: testDatabase.database,
      log,
      now: wall,
      hub: services.hub,
      metrics: createMetrics(),
      sealer: services.webhookSealer,
      random: () => 0,
      ...(clock ? { clock } : {}),
      egress: {
        async post(url, _purpose, headers, body) {
          const call = {
            url,
            headers: Object.fromEntries(headers),
            body: new TextDecoder().decode(body),
            at: wall().getTime(),
          };
          calls.push(call);
          const result = await state.behave(call);
          if (result instanceof WireError) throw result;
          return result;
        },
        close: () => {},
      },
    });
    return dispatcher;
  };
  /** What services know of it: the one that sends for them. */
  const use = (dispatcher: ReturnType<typeof open>) => {
    Object.assign(services, { delivery: dispatcher, now: wall });
    return dispatcher;
  };
  const lab = {
    dispatcher: use(open()),
    /** Another one on the same database, as of another process; it gets the same hints. */
    open,
    services,
    testDatabase,
    calls,
    wall,
    workspaceId: await seedWorkspace('Lab', testDatabase.database),
    behave: (next: Behaviour): void => void (state.behave = next),
    webhook: (columns: Parameters<typeof seedWebhook>[3] = {}, url = 'https://receiver.example/hook') =>
      seedWebhook(services, lab.workspaceId, url, columns),
    emit: (count = 1) => emitEvents(services, lab.workspaceId, count),
    idle: () => lab.dispatcher.idle(),
    advance: (milliseconds: number) => simulated.advance(milliseconds, () => lab.dispatcher.idle()),
    deliveries: (no: number) => readDeliveries(services, no),
    attempts: () => queries(testDatabase.database).select().from(webhookAttempts),
    async row(no: number) {
      const [row] = await queries(testDatabase.database).select().from(webhooks).where(eq(webhooks.no, no));
      if (!row) throw new Error('No such webhook.');
      return row;
    },
    async events(type: string) {
      const rows = await queries(testDatabase.database).select().from(events).orderBy(events.sequence);
      return rows.filter((row) => row.type === type);
    },
    /** As after a crash of the process and a new start. */
    async restart(): Promise<void> {
      await lab.dispatcher.stop();
      lab.dispatcher = use(open());
      await lab.dispatcher.start();
    },
    async [Symbol.asyncDispose]() {
      await lab.dispatcher.stop();
      await testDatabase.close();
    },
  };
  await lab.dispatcher.start();
  return lab;
}
