import { readConfig } from '../../server/config/config';
import { queries } from '../../server/db/database';
import { engine } from '../../server/db/engine';
import { createLog } from '../../server/log';
import { createServices } from '../../server/services';
import { webhookDeliveries } from '../../server/webhooks/schema';
import { freshDatabase } from '../support/app';
import { startProcess, until } from '../support/process';
import { seedWorkspace } from '../support/seed';
import { readRows, runStatements } from '../support/statements';
import { lasting } from '../support/waiting';
import { emitEvents, seedWebhook } from '../webhooks/dispatcher/support';

const SECRET_KEY = Buffer.alloc(32, 7).toString('base64');
const EVENTS_A_TRANSACTION = 500;
type Hook = (path: string) => Response | Promise<Response>;

/** Counts what arrives by webhook and event: `path` of the webhook, then `webhook-id`. */
export function startCounter(answer: Hook = () => new Response(null, { status: 204 })) {
  const received = new Map<string, number>();
  /** Requests by the `user-agent` of the process that sent them. */
  const senders = new Map<string, number>();
  const seen = { requests: 0, last: 0 };
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 60,
    async fetch(request) {
      await request.arrayBuffer();
      const { pathname } = new URL(request.url);
      const key = `${pathname} ${request.headers.get('webhook-id')}`;
      const sender = request.headers.get('user-agent') ?? '';
      received.set(key, (received.get(key) ?? 0) + 1);
      senders.set(sender, (senders.get(sender) ?? 0) + 1);
      seen.requests += 1;
      seen.last = performance.now();
      return answer(pathname);
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    received,
    seen,
    duplicates: () => [...received.values()].reduce((sum, count) => sum + count - 1, 0),
    from: (baseUrl: string) => senders.get(`Switchboard/1.0 (+${baseUrl})`) ?? 0,
    [Symbol.dispose]: () => void server.stop(true),
  };
}

/** The two that share the work in these tests, as receivers know them. */
export const [ONE, TWO] = ['http://one.example', 'http://two.example'] as const;

/**
 * Takes `answerMs` for an answer. The first requests of one of the two wait for the other: a fast one would have sent
 * all before the other looks.
 */
export function startFairCounter(answerMs: number) {
  const haveBoth = () => receiver.from(ONE) > 0 && receiver.from(TWO) > 0;
  const receiver = startCounter(async () => {
    await until(haveBoth);
    await lasting(answerMs);
    return new Response(null, { status: 204 });
  });
  return Object.assign(receiver, { haveBoth });
}

/** A database with webhooks and a backlog, for processes to work off. */
export async function openLoad() {
  const testDatabase = await freshDatabase();
  const config = readConfig({ LOG_LEVEL: 'silent', SECRET_KEY });
  // Never started: it only writes.
  const services = createServices(config, testDatabase.database, createLog('silent'));
  const workspaceId = await seedWorkspace('Load', testDatabase.database);
  const { id, webhookNo, eventId, state } = webhookDeliveries;

  const load = {
    url: testDatabase.url,
    testDatabase,
    services,
    workspaceId,

    async webhooks(count: number, url: string, columns: Parameters<typeof seedWebhook>[3] = {}) {
      const rows: Awaited<ReturnType<typeof seedWebhook>>[] = [];
      for (let index = 0; index < count; index += 1) {
        rows.push(
          await seedWebhook(services, workspaceId, `${url}/${index}`, { events: ['webhook.tested'], ...columns }),
        );
      }
      return rows;
    },

    async emit(count: number): Promise<void> {
      for (let left = count; left > 0; left -= EVENTS_A_TRANSACTION) {
        await emitEvents(services, workspaceId, Math.min(left, EVENTS_A_TRANSACTION));
      }
    },

    /** A server whose requests name `baseUrl`, so that a receiver tells one process from another. */
    start: (baseUrl = 'http://one.example', env: Record<string, string> = {}) =>
      startProcess(testDatabase.url, {
        BASE_URL: baseUrl,
        WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8',
        WEBHOOK_ALLOW_HTTP: '1',
        ...env,
      }),

    /** Rows by state. */
    async states(): Promise<Record<number, number>> {
      const rows = await load.rows('select state, count(*) as n from webhook_deliveries group by state');
      return Object.fromEntries(rows.map((row) => [Number(row['state']), Number(row['n'])]));
    },
    deliveries: () => queries(testDatabase.database).select({ id, webhookNo, eventId, state }).from(webhookDeliveries),
    rows: (query: string) => readRows(testDatabase.url, query),
    async count(query: string): Promise<number> {
      const [row] = await load.rows(query);
      return Number(Object.values(row ?? {})[0]);
    },
    leased: () => load.count('select count(*) from webhook_deliveries where state = 1'),
    /** Each lease by its delivery, the attempt that it is for, and who holds it. */
    async leases(): Promise<string[]> {
      const rows = await load.rows('select no, attempts, lease_owner from webhook_deliveries where state = 1');
      return rows.map((row) => [row['no'], row['attempts'], row['lease_owner']].join(' '));
    },
    attempts: (code: string) => load.count(`select count(*) from webhook_attempts where code = '${code}'`),

    /**
     * What a minute does to what dead processes left on PostgreSQL, where leases and heartbeats have to run out; the
     * holder of a SQLite lock is replaced at once.
     */
    async passMinute(dead: readonly string[]): Promise<void> {
      if (engine === 'sqlite' || dead.length === 0) return;
      const ids = dead.map((one) => `'${one}'`).join(', ');
      await runStatements(
        testDatabase.url,
        `update webhook_deliveries set lease_until = lease_until - interval '1 minute'
         where state = 1 and lease_owner in (${ids})`,
        `update nodes set heartbeat_at = heartbeat_at - interval '1 minute' where id in (${ids})`,
      );
    },
    /** Processes that send, or did until they were killed. */
    async nodes(): Promise<string[]> {
      return engine === 'sqlite' ? [] : (await load.rows('select id from nodes')).map((row) => String(row['id']));
    },

    /** The engine’s own judgement of the file. */
    async integrity(): Promise<string> {
      if (engine === 'postgres') return 'ok';
      const [row] = await load.rows('pragma integrity_check');
      return String(row?.['integrity_check']);
    },

    [Symbol.asyncDispose]: () => testDatabase.close(),
  };
  return load;
}
export type Load = Awaited<ReturnType<typeof openLoad>>;
