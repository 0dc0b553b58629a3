import type { Delivery } from '../../shared/webhooks/deliveries';
import { restClient } from '../support/client';
import { until } from '../support/process';
import { seedKey, seedWorkspace } from '../support/seed';
import { startDelivery, startReceiver } from './dispatcher/support';

type WebhookServer = Awaited<ReturnType<typeof startWebhookServer>>;
export type WebhookScene = Awaited<ReturnType<WebhookServer['scene']>>;
type Reply = (body: string, count: number) => Response | Promise<Response>;

export const accept: Reply = () => new Response('ok', { headers: { 'set-cookie': 'sid=private-cookie' } });
export const refuse: Reply = () => new Response('No.', { status: 500 });

/** A server that delivers, with a workspace of its own for each test. */
export async function startWebhookServer() {
  const server = await startDelivery({ webhookShowPrivateResponses: true });
  const { database } = server.testDatabase;
  const settled = () => server.services.delivery.idle();

  async function scene() {
    const workspaceId = await seedWorkspace('Webhooks', database);
    const keyOf = async (columns: Parameters<typeof seedKey>[1]) =>
      restClient(server.url, (await seedKey(workspaceId, columns, database)).secret);
    const call = await keyOf({ fullAccess: true });
    const state = { reply: accept };
    const receiver = startReceiver((_, body, count) => state.reply(body, count));

    const expectStatus = async (status: number, ...request: Parameters<typeof call>) => {
      const answer = await call(...request);
      if (answer.status === status) return answer;
      throw new Error(`${request[0]} ${request[1]}: ${answer.status} ${JSON.stringify(answer.body)}`);
    };
    return {
      workspaceId,
      call,
      keyOf,
      receiver,
      reply: (reply: Reply) => void (state.reply = reply),
      /** `webhook-id` of every request from a place on. */
      receivedIds: (from = 0) => receiver.requests.slice(from).map(({ headers }) => headers['webhook-id'] ?? ''),
      async webhook(change: object = {}) {
        const body = { url: receiver.url, events: ['api_key.*'], retry: { preset: 'none' }, ...change };
        return (await expectStatus(201, 'POST', '/webhooks', body)).body;
      },
      /** Makes a key, and returns its event, which is older than all that follows. */
      async happen() {
        const body = { kind: 'lk', name: 'Made', scopes: ['links:read'] };
        const { headers } = await expectStatus(201, 'POST', '/keys', body);
        await settled();
        const requestId = headers.get('x-request-id') ?? '';
        const [event] = (await expectStatus(200, 'GET', `/events?request_id=${requestId}`)).body.data;
        await until(() => Date.now() > Date.parse(event.created_at), { everyMs: 1 });
        return { ...event, requestId } as { id: string; sequence: number; created_at: string; requestId: string };
      },
      get: async (path: string) => (await expectStatus(200, 'GET', path)).body,
      /** Deliveries that a query finds. */
      find: async (query: string) => (await expectStatus(200, 'GET', `/webhook-deliveries?${query}`)).body.data,
      /** The first delivery of an event. */
      deliveryOf: async (eventId: string): Promise<Delivery> =>
        (await expectStatus(200, 'GET', `/webhook-deliveries?event_id=${eventId}`)).body.data.at(-1),
      read: async (id: string) => (await expectStatus(200, 'GET', `/webhook-deliveries/${id}`)).body,
      /** A call that is answered as it should be, and what follows of it. */
      async act(status: number, path: string, body?: object) {
        const answer = await expectStatus(status, 'POST', path, body);
        await settled();
        return answer.body;
      },
      async refusal(path: string, body?: object) {
        const answer = await call('POST', path, body);
        return [answer.status, answer.body.code];
      },
      [Symbol.asyncDispose]: () => receiver.stop(),
    };
  }
  return { ...server, settled, scene, stop: () => server[Symbol.asyncDispose]() };
}
