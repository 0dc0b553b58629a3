import { afterAll, beforeAll } from 'bun:test';

import { asc, eq } from 'drizzle-orm';

import { queries } from '../../server/db/database';
import { waProviderRaw } from '../../server/whatsapp/schema/instances';
import { findCloudApp } from '../../server/whatsapp/system/ingress';
import { database, startServer } from '../support/app';
import { restClient } from '../support/client';
import { seedKey, seedWorkspace } from '../support/seed';
import { startMetaGraphProcess, type MetaGraph } from './meta-graph';

export const CUSTOMER = '16505551234';

export type CloudScene = Awaited<ReturnType<ReturnType<typeof cloudPlace>['scene']>>;
type Seed = Partial<Parameters<MetaGraph['seed']>[0]>;

let numbers = 100_000_000;
const nextNumber = (): string => String((numbers += 1));

/** A server on a port of its own and the stand-in for the Graph API, which call each other, for one file of tests. */
export function cloudPlace(change: Parameters<typeof startServer>[0] = {}) {
  let place: { server: Awaited<ReturnType<typeof startServer>>; graph: MetaGraph } | undefined;
  beforeAll(async () => {
    const graph = await startMetaGraphProcess();
    place = {
      graph,
      server: await startServer({ whatsappAllowCustomGraphUrl: true, whatsappLoopbackGraph: true, ...change }),
    };
  });
  afterAll(async () => {
    await place?.server.stop();
    await place?.graph[Symbol.asyncDispose]();
  });
  const here = () => {
    if (place === undefined) throw new Error('The place is there while the tests of the file run.');
    return place;
  };

  return {
    server: () => here().server,
    graph: () => here().graph,

    /** Lets all happen that is due so many milliseconds from now. */
    async later(milliseconds: number): Promise<void> {
      const { whatsapp } = here().server.services;
      const { now } = whatsapp.work;
      whatsapp.work.now = () => new Date(now().getTime() + milliseconds);
      try {
        await whatsapp.idle();
      } finally {
        whatsapp.work.now = now;
      }
    },

    /** A workspace with one connected instance, made by the API; the stand-in knows its number, and calls back. */
    async scene(seed: Seed = {}) {
      const { server, graph } = here();
      const number = nextNumber();
      const [waba, token, secret] = [`9${number}`, `EAAtoken${number}`, `app-secret-${number}`];
      const account = { waba_id: waba, phone_number_id: number, access_token: token, status_delays_ms: null, ...seed };
      await graph.seed({ ...account, app_secret: `older-${secret}` });

      const workspaceId = await seedWorkspace('Cloud');
      const call = restClient(server.url, (await seedKey(workspaceId)).secret);
      const ask = async (status: number, ...request: Parameters<typeof call>) => {
        const answer = await call(...request);
        if (answer.status === status) return answer.body;
        throw new Error(`${request[0]} ${request[1]}: ${answer.status} ${JSON.stringify(answer.body)}`);
      };
      const instance = await ask(201, 'POST', '/whatsapp/instances', {
        name: 'cloud',
        driver: 'cloud',
        cloud: {
          phone_number_id: number,
          waba_id: waba,
          access_token: token,
          app_secret: secret,
          verify_token: `verify-${number}`,
          base_url: graph.url,
        },
      });
      const ingressPath = new URL(instance.cloud.ingress_url).pathname;
      const callbackUrl = `${server.url}${ingressPath}`;
      await graph.seed({ ...account, app_secret: secret, verify_token: `verify-${number}`, callback_url: callbackUrl });

      const app = await findCloudApp(database, ingressPath.split('/').at(-1) ?? '');
      if (app === undefined) throw new Error('The instance has no app.');
      const path = `/whatsapp/instances/${instance.id}`;
      return {
        id: instance.id as string,
        workspaceId,
        appId: app.id,
        number: { phone_number_id: number },
        waba,
        token,
        secret,
        callbackUrl,
        path,
        call,
        ask,
        /** Notifications that are kept. */
        raw: () =>
          queries(database)
            .select()
            .from(waProviderRaw)
            .where(eq(waProviderRaw.appId, app.id))
            .orderBy(asc(waProviderRaw.seq)),
        /** All that was kept has been worked off, and all that is due has been sent. */
        settle: () => server.services.whatsapp.idle(),
        instance: () => ask(200, 'GET', path),
        message: (id: string) => ask(200, 'GET', `${path}/messages/${id}`),
        messages: async (query = 'limit=100') => (await ask(200, 'GET', `${path}/messages?${query}`)).data,
        events: async (type: string) => (await ask(200, 'GET', `/events?sort=created_at&limit=100&type=${type}`)).data,
        send: (content: object, more: object = {}) =>
          ask(202, 'POST', `${path}/messages`, { to: `+${CUSTOMER}`, content, ...more }),
        /** What the stand-in was asked to send by this instance. */
        sends: async () => {
          const { requests } = await graph.log();
          const ours = requests.filter(
            ({ method, path: asked }) => method === 'POST' && asked.endsWith(`/${number}/messages`),
          );
          return ours.map(({ body }) => body as Record<string, unknown>);
        },
        /** Opens the window, as Meta and we see it. */
        open: async () => {
          await graph.inbound({ phone_number_id: number, messages: [textOf('Hello')] });
          await server.services.whatsapp.idle();
        },
      };
    },
  };
}

export const textOf = (body: string) => ({ type: 'text', text: { body } });
