import { createHmac, timingSafeEqual } from 'node:crypto';

/** As much of Zapier’s own `z` as is used. */
export interface Z {
  request: (options: object) => Promise<{ status: number; data: unknown }>;
  errors: { HaltedError: new (message: string) => Error };
}

export interface Bundle {
  authData: { base_url: string; api_key: string };
  inputData: Record<string, unknown>;
  targetUrl?: string;
  subscribeData?: { id: string; secret: string };
  cleanedRequest?: { id: string };
  rawRequest?: { headers: Record<string, string>; content: string };
}

/** Seconds that a delivery may be off. */
const TOLERANCE = 300;

const apiOf = ({ authData }: Bundle): string => `${authData.base_url.replace(/\/+$/, '')}/api/v1`;
const listed = async (z: Z, bundle: Bundle, path: string): Promise<object[]> =>
  ((await z.request({ url: apiOf(bundle) + path })).data as { data: object[] }).data;

/** What Zapier calls a REST hook is a webhook of the workspace. */
const hooks = {
  subscribe: async (z: Z, bundle: Bundle) =>
    (
      await z.request({
        method: 'POST',
        url: `${apiOf(bundle)}/webhooks`,
        body: { url: bundle.targetUrl, events: [bundle.inputData['event_type']], source: 'zapier', name: 'A Zap' },
      })
    ).data,

  /** A webhook that is gone already is what was wanted. */
  unsubscribe: async (z: Z, bundle: Bundle) => {
    const { status } = await z.request({
      method: 'DELETE',
      url: `${apiOf(bundle)}/webhooks/${bundle.subscribeData?.id}`,
      skipThrowForStatus: true,
    });
    if (status !== 204 && status !== 404) throw new Error(`The webhook is still there: ${status}.`);
    return {};
  },

  /** Events as they would be pushed; before there is one, the example of their type. */
  samples: async (z: Z, bundle: Bundle) => {
    const type = encodeURIComponent(String(bundle.inputData['event_type']));
    const events = await listed(z, bundle, `/events?type=${type}&limit=3&sort=-created_at`);
    if (events.length > 0) return events;
    const { data } = await z.request({ url: `${apiOf(bundle)}/event-types/${type}` });
    return [(data as { example: object }).example];
  },
};

/** Throws unless the delivery was signed with the secret of the subscription, over its own bytes. */
function verify(z: Z, { rawRequest, subscribeData }: Bundle): void {
  const headers = Object.fromEntries(
    Object.entries(rawRequest?.headers ?? {}).map(([name, value]) => [name.toLowerCase().replace(/^http-/, ''), value]),
  );
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures = '' } = headers;
  const key = Buffer.from((subscribeData?.secret ?? '').replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${at}.${rawRequest?.content}`).digest();
  const isOurs = signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature.replace(/^v1,/, ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isOurs || Math.abs(Date.now() / 1000 - Number(at)) > TOLERANCE) {
    throw new z.errors.HaltedError('This was not sent by Switchboard.');
  }
}

const eventOccurs = {
  key: 'event',
  noun: 'Event',
  display: { label: 'Event Occurs', description: 'Triggers when something happens in the workspace.' },
  operation: {
    type: 'hook',
    inputFields: [{ key: 'event_type', label: 'Event', required: true, dynamic: 'event_types.type.label' }],
    performSubscribe: hooks.subscribe,
    performUnsubscribe: hooks.unsubscribe,
    performList: hooks.samples,
    perform: (z: Z, bundle: Bundle) => {
      verify(z, bundle);
      return [bundle.cleanedRequest];
    },
    sample: { id: 'evt_01h455vb4pex5vsknk084sn02q', type: 'api_key.created' },
  },
};

/** A list to choose from, which Zapier takes for a trigger that nobody sees. */
const choice = (key: string, noun: string, perform: (z: Z, bundle: Bundle) => Promise<object[]>) => ({
  key,
  noun,
  display: { label: noun, description: `Lists each ${noun.toLowerCase()} to choose from.`, hidden: true },
  operation: { perform },
});

const publish = {
  key: 'publish',
  noun: 'Publication',
  display: { label: 'Publish', description: 'Publishes a text to a destination.' },
  operation: {
    inputFields: [
      { key: 'destination', label: 'Destination', required: true, dynamic: 'destinations.id.label' },
      { key: 'text', label: 'Text', required: true, type: 'text' },
      // Mapped from the trigger: the id of the Zap would be the same in each of its runs.
      { key: 'idempotency_key', label: 'Idempotency Key', required: false },
    ],
    perform: async (z: Z, bundle: Bundle) => {
      const { destination, text, idempotency_key: key } = bundle.inputData;
      const { data } = await z.request({
        method: 'POST',
        url: `${apiOf(bundle)}/publications`,
        headers: key === undefined ? {} : { 'idempotency-key': key },
        body: { content: { text }, targets: [destination] },
      });
      return data;
    },
    sample: { id: 'pub_01h455vb4pex5vsknk084sn02q', status: 'queued' },
  },
};

/** An app of Zapier over the public API: what somebody who writes one needs, and no more. */
export const zapierApp = (platformVersion: string) => ({
  version: '1.0.0',
  platformVersion,
  authentication: {
    type: 'custom',
    fields: [
      { key: 'base_url', label: 'Address', required: true },
      { key: 'api_key', label: 'API Key', required: true, type: 'password' },
    ],
    test: async (z: Z, bundle: Bundle) => (await z.request({ url: `${apiOf(bundle)}/me` })).data,
    connectionLabel: '{{workspace__name}}',
  },
  beforeRequest: [
    (request: { headers: Record<string, string> }, _: Z, { authData }: Bundle) => {
      request.headers['authorization'] = `Bearer ${authData.api_key}`;
      return request;
    },
  ],
  triggers: {
    event: eventOccurs,
    event_types: choice('event_types', 'Event Type', async (z, bundle) =>
      ((await listed(z, bundle, '/event-types?limit=100')) as { type: string }[]).map((one) => ({
        id: one.type,
        ...one,
      })),
    ),
    destinations: choice('destinations', 'Destination', (z, bundle) => listed(z, bundle, '/destinations?limit=100')),
  },
  creates: { publish },
});
