import { desc, eq } from 'drizzle-orm';

import { inboundRequests } from '../../server/automation/schema/inbound';
import { queries } from '../../server/db/database';
import type { Answer } from '../support/client';
import { until } from '../support/process';
import { automationScenes, type startAutomation } from './support';

type Server = Awaited<ReturnType<typeof startAutomation>>;

export interface Hook {
  id: string;
  url: string;
  token: string | null;
  url_with_token: string | null;
  secret: string | null;
  version: number;
  // A test looks into whatever came.
  [more: string]: any; // oxlint-disable-line typescript/no-explicit-any
}

/** A mapping that publishes what `message` says. */
export const SAY = { content: { text: '{{ body.message }}' } };

/** Scenes of inbound endpoints: a workspace with a webhook that everything is published to. */
export function inboundScenes(server: Server) {
  const makeScene = automationScenes(server);

  return async function scene() {
    const base = await makeScene();
    const webhook = await base.webhook();
    const targets = [{ channel: 'webhook', to: [webhook.id] }];

    /** Calls a URL of ours as another system would. */
    const send = async (
      path: string,
      {
        method = 'POST',
        body,
        headers = {},
      }: { method?: string; body?: BodyInit | object; headers?: Record<string, string> } = {},
    ): Promise<Answer> => {
      const isRaw =
        typeof body === 'string' ||
        body instanceof Uint8Array ||
        body instanceof FormData ||
        body instanceof URLSearchParams ||
        body instanceof ReadableStream;
      const given = body === undefined ? undefined : isRaw ? body : JSON.stringify(body);
      const response = await fetch(`${server.url}/api/v1/inbound/${path}`, {
        method,
        headers: { ...(isRaw || body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(given === undefined ? {} : { body: given as BodyInit }),
      });
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.includes('json') ?? false;
      return {
        status: response.status,
        headers: response.headers,
        body: text === '' ? {} : isJson ? JSON.parse(text) : text,
      };
    };

    return {
      ...base,
      webhook,
      targets,
      send,
      /** An active endpoint that publishes `message` to the webhook, by default. */
      endpoint: (change: object = {}): Promise<Hook> =>
        base.expectStatus(201, 'POST', '/inbound-endpoints', { name: 'Hook', mapping: SAY, targets, ...change }),
      /** Path of an endpoint with its token. */
      pathOf: ({ id, token }: Pick<Hook, 'id' | 'token'>): string => (token === null ? id : `${id}/${token}`),
      // oxlint-disable-next-line typescript/no-explicit-any
      request: (id: string): Promise<any> => base.expectStatus(200, 'GET', `/inbound-requests/${id}`),
      // oxlint-disable-next-line typescript/no-explicit-any
      requests: async (query = ''): Promise<any[]> =>
        (await base.expectStatus(200, 'GET', `/inbound-requests?limit=100${query}`)).data,
      // oxlint-disable-next-line typescript/no-explicit-any
      publications: async (): Promise<any[]> => (await base.expectStatus(200, 'GET', '/publications?limit=100')).data,
      // oxlint-disable-next-line typescript/no-explicit-any
      events: async (type: string): Promise<{ type: string; data: any }[]> =>
        (await base.expectStatus(200, 'GET', `/events?sort=created_at&limit=100&type=${type}`)).data,
      /** The request once it is settled. */
      settled: async (id: string) => {
        await until(async () => (await base.expectStatus(200, 'GET', `/inbound-requests/${id}`)).status !== 'pending', {
          everyMs: 5,
        });
        return base.expectStatus(200, 'GET', `/inbound-requests/${id}`);
      },
      /** The newest row of an endpoint. */
      lastRow: async (endpointId: string) => {
        const [row] = await queries(server.services.store)
          .select()
          .from(inboundRequests)
          .where(eq(inboundRequests.endpointId, endpointId))
          .orderBy(desc(inboundRequests.id))
          .limit(1);
        return row;
      },
    };
  };
}
