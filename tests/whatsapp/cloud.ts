import { afterAll, beforeAll } from 'bun:test';

import { readConfig } from '../../server/config/config';
import { createEgress } from '../../server/egress/egress';
import { createCloudDriver } from '../../server/whatsapp/drivers/cloud/driver';
import type { DriverInstance, SendJob } from '../../server/whatsapp/drivers/driver';
import { DEFAULT_SETTINGS } from '../../shared/whatsapp/instance';
import { startMetaGraphProcess, type MetaGraph } from './meta-graph';

export const TOKEN = 'EAAJtoken0123456789secret';
export const NUMBER = '106540352242922';
export const WABA = '102290129340398';

/** Requests to any address of the Graph API; names are looked up at `egressDns` where it is given. */
export const egressToGraph = (change: Partial<Parameters<typeof createEgress>[0]> = {}) =>
  createEgress({ ...readConfig({ WHATSAPP_ALLOW_CUSTOM_GRAPH_URL: '1' }), port: 1, ...change });

/** The cloud driver on a stand-in of its own, for one file of tests. */
export function cloudOnStandIn() {
  let graph: MetaGraph | undefined;
  const egress = egressToGraph();
  const driver = createCloudDriver(egress);
  beforeAll(async () => {
    graph = await startMetaGraphProcess();
  });
  afterAll(async () => {
    egress.close();
    await graph?.[Symbol.asyncDispose]();
  });

  const standIn = (): MetaGraph => {
    if (graph === undefined) throw new Error('The stand-in runs while the tests of the file do.');
    return graph;
  };
  return {
    egress,
    driver,
    standIn,
    /** Begins anew, with one number that is open to all. */
    seed: async (change: Partial<Parameters<MetaGraph['seed']>[0]> = {}): Promise<void> => {
      await standIn().reset();
      await standIn().seed({
        waba_id: WABA,
        phone_number_id: NUMBER,
        access_token: TOKEN,
        status_delays_ms: null,
        ...change,
      });
    },
    instance: (change: Partial<NonNullable<DriverInstance['cloud']>> = {}): DriverInstance =>
      instanceAt({ baseUrl: standIn().url, ...change }),
    /** What the API was asked last. */
    last: async () => {
      const { requests } = await standIn().log();
      const request = requests.at(-1);
      if (request === undefined) throw new Error('Nothing was asked.');
      return request;
    },
  };
}

export const instanceAt = (cloud: Partial<NonNullable<DriverInstance['cloud']>>): DriverInstance => ({
  id: 'wai_01jd9x3k2mf8v9q4zt7w5b6n0c',
  workspaceId: 'ws_01jd9x3k2mf8v9q4zt7w5b6n0c',
  name: 'cloud',
  driver: 'cloud',
  generation: 3,
  phone: null,
  settings: DEFAULT_SETTINGS,
  proxyUrl: null,
  cloud: {
    baseUrl: 'http://127.0.0.1:1',
    graphVersion: 'v23.0',
    phoneNumberId: NUMBER,
    wabaId: WABA,
    accessToken: TOKEN,
    ...cloud,
  },
  sandbox: null,
});

export const MESSAGE_ID = 'msg_01jd9x3k2mf8v9q4zt7w5b6n0c';

export const jobOf = (content: SendJob['content'], change: Partial<SendJob> = {}): SendJob => ({
  messageId: MESSAGE_ID,
  attempt: 1,
  to: { type: 'direct', person: { phone: '16505551234' } },
  content,
  media: null,
  replyTo: null,
  target: null,
  mentions: [],
  forwarded: false,
  simulateTypingMs: 0,
  retries: 0,
  ...change,
});
