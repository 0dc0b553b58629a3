import { eq } from 'drizzle-orm';

import { queries } from '../../../server/db/database';
import { scoped } from '../../../server/db/scoped';
import { emit } from '../../../server/events/emit';
import { bumpWebhooksVersion } from '../../../server/events/queries/events';
import { createMetrics } from '../../../server/metrics';
import { createDispatcher } from '../../../server/webhooks/dispatcher/dispatcher';
import type { Dispatcher } from '../../../server/webhooks/dispatcher/dispatcher-types';
import {
  createWebhookSealer,
  maskedSecrets,
  newWebhookSecret,
} from '../../../server/webhooks/dispatcher/sending/webhook-sealer';
import { webhookAttempts, webhookDeliveries, webhooks } from '../../../server/webhooks/schema';
import { createWorkQueues } from '../../../server/work/work-queues';
import { ALL_SCOPES } from '../../../shared/access/scopes';
import { newId } from '../../../shared/ids';
import { freshDatabase, startServer } from '../../support/app';
import { seedWorkspace } from '../../support/seed';

const SECRET_KEY = Buffer.alloc(32, 7);
type Server = Awaited<ReturnType<typeof startServer>>;
type Services = Server['services'];
type WebhookRow = Partial<typeof webhooks.$inferInsert>;

/** A dispatcher by itself: its process beats from its start to its stop. */
export function dispatcherOf(options: Omit<Parameters<typeof createDispatcher>[0], 'queues'>): Dispatcher {
  const dependencies = { ...options, now: () => new Date(), metrics: createMetrics() };
  const queues = createWorkQueues(dependencies);
  const { node } = queues;
  const dispatcher = createDispatcher({ ...options, queues });
  let stopped: Promise<void> | undefined;
  return {
    ...dispatcher,
    async start() {
      await node.start();
      await dispatcher.start();
    },
    stop: () => (stopped ??= dispatcher.stop().then(() => node.stop())),
  };
}

/** A webhook straight in the database. */
export async function seedWebhook(
  { store, delivery }: Pick<Services, 'store' | 'delivery'>,
  workspaceId: string,
  url: string,
  columns: WebhookRow = {},
) {
  const id = newId('whk');
  const secret = newWebhookSecret();
  const now = new Date();
  const stored = { secret, created_at: now.toISOString(), expires_at: null };
  const row = await store.transaction(async (tx) => {
    const [inserted] = await queries(tx)
      .insert(webhooks)
      .values({
        id,
        workspaceId,
        url,
        events: ['*'],
        selectors: {},
        grant: { scopes: [...ALL_SCOPES], resources: {} },
        headerNames: [],
        secretsSealed: createWebhookSealer(SECRET_KEY).sealSecrets(id, [stored]),
        secrets: maskedSecrets([stored]),
        timeoutSeconds: 5,
        maxInFlight: 8,
        retry: { preset: 'standard' },
        source: 'custom',
        metadata: {},
        createdSequence: 0,
        createdBy: { key_id: 'key_test' },
        createdAt: now,
        updatedAt: now,
        ...columns,
      })
      .returning();
    await bumpWebhooksVersion(tx, workspaceId);
    return inserted;
  });
  if (!row) throw new Error('The webhook was not inserted.');
  delivery.wakeWebhook(row.no);
  return { ...row, secret };
}

/** A server on a database of its own, whose dispatcher is the only one there. */
export async function startDelivery(change: Parameters<typeof startServer>[0] = {}) {
  const testDatabase = await freshDatabase();
  const server = await startServer(
    { webhookAllowPrivate: ['127.0.0.0/8'], webhookAllowHttp: true, ...change },
    { store: testDatabase.database },
  );
  const workspaceId = await seedWorkspace('Delivery', testDatabase.database);
  const { services } = server;
  return {
    ...server,
    testDatabase,
    workspaceId,
    webhook: (url: string, columns: WebhookRow = {}, workspace = workspaceId) =>
      seedWebhook(services, workspace, url, columns),
    emit: (count = 1, workspace = workspaceId) => emitEvents(services, workspace, count),
    deliveries: (webhookNo: number) => readDeliveries(services, webhookNo),
    attempts: () => queries(services.store).select().from(webhookAttempts),
    async [Symbol.asyncDispose]() {
      await server.stop();
      await testDatabase.close();
    },
  };
}

export async function emitEvents(services: Services, workspaceId: string, count: number): Promise<void> {
  const events = Array.from({ length: count }, (_, index) => ({
    type: 'webhook.tested' as const,
    data: { webhook_id: newId('whk'), message: `Event ${index}` },
  }));
  await services.store.transaction((tx) =>
    emit({ ...services, requestId: newId('req') }, scoped(tx, workspaceId), events),
  );
}

export const readDeliveries = ({ store }: Pick<Services, 'store'>, webhookNo: number) =>
  queries(store)
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.webhookNo, webhookNo))
    .orderBy(webhookDeliveries.no);

/** A receiver over HTTP that answers as it is told. */
export function startReceiver(answer: (request: Request, body: string, count: number) => Response | Promise<Response>) {
  const requests: { headers: Record<string, string>; body: string }[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 60,
    async fetch(request) {
      const body = await request.text();
      requests.push({ headers: Object.fromEntries(request.headers), body });
      return answer(request, body, requests.length);
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}/hook`,
    requests,
    stop: () => server.stop(true),
    [Symbol.dispose]: () => void server.stop(true),
  };
}
