import { asc, eq } from 'drizzle-orm';

import { CHANNELS } from '../../server/automation/channels';
import type { Channel } from '../../server/automation/channels/channel';
import { createAutomation } from '../../server/automation/engine';
import { publicationDeliveries } from '../../server/automation/schema/publications';
import { type Database, queries } from '../../server/db/database';
import { createMetrics } from '../../server/metrics';
import { waMessages } from '../../server/whatsapp/schema/messages';
import type { Publication } from '../../shared/automation/publication';
import type { PublicationDelivery } from '../../shared/automation/publication-delivery';
import { startServer } from '../support/app';
import { expecting, restClient } from '../support/client';
import { until } from '../support/process';
import { seedKey, seedWorkspace } from '../support/seed';
import { startReceiver } from '../webhooks/dispatcher/support';
import { freshName } from '../whatsapp/support';

type Server = Awaited<ReturnType<typeof startServer>>;
/** A server whose webhooks may go to receivers on this machine. */
export const startAutomation = (
  change: Parameters<typeof startServer>[0] = {},
  options: Parameters<typeof startServer>[1] = {},
) => startServer({ webhookAllowPrivate: ['127.0.0.0/8'], webhookAllowHttp: true, ...change }, options);

/** Registers further channels at a server. */
export async function addChannels({ services }: Pick<Server, 'services'>, more: readonly Channel[]): Promise<void> {
  await services.automation.stop();
  // Metrics cannot be registered twice.
  services.metrics = createMetrics();
  const { store, log, metrics, queues } = services;
  services.automation = createAutomation({
    services: () => services,
    database: store as Database,
    log,
    metrics,
    queues,
    channels: [...CHANNELS, ...more],
  });
  const { automation } = services;
  const stop = services.stop.bind(services);
  const stopListening = automation.publisher.listen();
  await automation.start();
  // Its own `stop` knows the first automation only; left running, this one would send what later files publish.
  services.stop = async () => {
    await automation.stop();
    stopListening();
    await stop();
  };
}

/** All receipts arrive at once, in order. */
export const AT_ONCE = { delays_ms: { sent: 0, delivered: 0, read: 0 } };

/** Each scene is a workspace with a key that has full access. */
export function automationScenes(server: Pick<Server, 'url' | 'services'>) {
  const { services, url } = server;
  const db = queries(services.store);

  return async function scene() {
    const workspaceId = await seedWorkspace('Automation', services.store);
    const keyOf = async (columns: Parameters<typeof seedKey>[1]) =>
      restClient(url, (await seedKey(workspaceId, columns, services.store)).secret);
    const call = await keyOf({ fullAccess: true });
    const expectStatus = expecting(call);
    const publication = (id: string): Promise<Publication> => expectStatus(200, 'GET', `/publications/${id}`);
    const deliveries = async (id: string): Promise<PublicationDelivery[]> =>
      (await expectStatus(200, 'GET', `/publications/${id}/deliveries?limit=100`)).data;

    return {
      workspaceId,
      call,
      keyOf,
      expectStatus,
      publication,
      deliveries,
      /** A connected sandbox that does everything at once, by default; `at` is its path. */
      instance: async (change: object = {}) => {
        const body = { name: freshName(), sandbox: AT_ONCE, ...change };
        const instance = await expectStatus(201, 'POST', '/whatsapp/instances', body);
        return { ...instance, at: `/whatsapp/instances/${instance.id}` } as { id: string; name: string; at: string };
      },
      /** A webhook that gets only what is addressed to it, and its receiver. */
      webhook: async (change: object = {}) => {
        const state = { answer: (): Response | Promise<Response> => new Response('ok') };
        const receiver = startReceiver(() => state.answer());
        const body = { url: receiver.url, events: [], retry: { preset: 'none' }, ...change };
        const webhook = await expectStatus(201, 'POST', '/webhooks', body);
        return { ...webhook, receiver, state } as {
          id: string;
          secret: string;
          receiver: typeof receiver;
          state: typeof state;
        };
      },
      /** Publishes, and returns the publication as it was accepted. */
      publish: (body: object): Promise<Publication> => expectStatus(202, 'POST', '/publications', body),
      /** The only delivery of a publication. */
      delivery: async (id: string): Promise<PublicationDelivery> => {
        const [one] = await deliveries(id);
        if (!one) throw new Error('The publication has no delivery.');
        return one;
      },
      /** The publication once it is in a state. */
      reaches: async (id: string, status: Publication['status']): Promise<Publication> => {
        await until(async () => (await publication(id)).status === status, { everyMs: 5 });
        return publication(id);
      },
      /** Waits until all due work is done and its events are applied. */
      async settle(): Promise<void> {
        const { automation, whatsapp, delivery } = services;
        for (let seen = -1; ;) {
          await automation.publisher.idle();
          await whatsapp.idle();
          await delivery.idle();
          await automation.publisher.idle();
          const open = await db.$count(publicationDeliveries, eq(publicationDeliveries.status, 'sending'));
          if (open === seen || open === 0) return;
          seen = open;
        }
      },
      /** Messages that publications brought about, oldest first. */
      messages: () =>
        db.select().from(waMessages).where(eq(waMessages.workspaceId, workspaceId)).orderBy(asc(waMessages.id)),
      /** Events of the workspace of a type, oldest first. */
      events: async (type: string) =>
        (await expectStatus(200, 'GET', `/events?sort=created_at&limit=100&type=${type}`)).data as {
          type: string;
          // A test looks into whatever came.
          data: any; // oxlint-disable-line typescript/no-explicit-any
        }[],
    };
  };
}

/** A publication to numbers on an instance. */
export const textTo = (instanceId: string, to: readonly string[], more: object = {}) => ({
  content: { text: 'Version 2 is out.' },
  targets: [{ channel: 'whatsapp', instance_id: instanceId, to }],
  ...more,
});

/** Distinct phone numbers. */
export const numbers = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `+1555${7_000_000 + index}`);
