import { afterAll, describe, expect, test } from 'bun:test';

import { automationScenes, startAutomation } from '../automation/support';
import { until } from '../support/process';
import { type Bundle, zapierApp } from './zapier/app';

/*
 * Zapier’s own `zapier-platform-core` runs a small app against this server. It is no dependency: `ZAPIER_PLATFORM`
 * names a folder in which it is installed.
 */
const folder = Bun.env['ZAPIER_PLATFORM'] ?? '';
const isThere = folder !== '';

interface Core {
  version: string;
  createAppTester: (app: object) => (method: unknown, bundle: object) => Promise<unknown>;
}

const app = isThere ? await makeApp() : undefined;

async function makeApp() {
  const core = (await import(Bun.resolveSync('zapier-platform-core', folder))) as { default: Core };
  const definition = zapierApp(core.default.version);
  const run = core.default.createAppTester(definition);
  const server = await startAutomation();
  afterAll(() => server.stop());
  return { run, definition, server, scene: automationScenes(server) };
}

describe.skipIf(!isThere)('an app of Zapier', () => {
  /** A workspace with a key, and what Zapier keeps of a connection. */
  async function connection() {
    if (!app) throw new Error('There is no Zapier.');
    const { run, definition, server } = app;
    const place = await app.scene();
    const { body } = await place.call('POST', '/keys', { kind: 'ak', name: 'Zapier', full_access: true });
    const authData = { base_url: `${server.url}/`, api_key: body.secret };
    const ask = async (method: unknown, bundle: Partial<Bundle> = {}) =>
      // What comes back is looked at by each test.
      (await run(method, { authData, inputData: {}, ...bundle })) as any; // oxlint-disable-line typescript/no-explicit-any
    return { ...place, ask, authData, app: definition };
  }

  test('distinguishes a valid key from an invalid one with the same call', async () => {
    const { ask, authData, app: own, workspaceId } = await connection();
    expect((await ask(own.authentication.test)).workspace.id).toBe(workspaceId);
    const wrong = ask(own.authentication.test, { authData: { ...authData, api_key: `${authData.api_key}x` } });
    expect(await wrong.catch(String)).toContain('invalid_api_key');
  });

  test('offers the available choices, each with an id and a label', async () => {
    const { ask, app: own, instance, call } = await connection();
    const { id } = await instance();
    await call('POST', `/whatsapp/instances/${id}/contacts`, { phone: '+4915112345678', name: 'Ada' });
    const types = await ask(own.triggers.event_types.operation.perform);
    expect(types).toContainEqual(expect.objectContaining({ id: 'api_key.created', label: expect.any(String) }));
    await call('POST', '/webhooks', { url: 'switchboard://inbox', events: [], name: 'Our inbox' });
    const places = await ask(own.triggers.destinations.operation.perform);
    expect(places).toContainEqual(
      expect.objectContaining({ id: expect.stringMatching(/^webhook:whk_/), label: 'Our inbox' }),
    );
  });

  test('subscribes, shows samples, accepts only signed events, and unsubscribes', async () => {
    const { ask, app: own, call } = await connection();
    const { operation } = own.triggers.event;
    const inputData = { event_type: 'api_key.created' };
    using hook = startHook();
    const subscribeData = await ask(operation.performSubscribe, { inputData, targetUrl: hook.url });
    expect((await call('GET', `/webhooks/${subscribeData.id}`)).body).toMatchObject({ source: 'zapier' });

    const { body: key } = await call('POST', '/keys', { kind: 'lk', name: 'Made', scopes: ['links:read'] });
    await until(() => hook.requests.length > 0);
    const [received] = hook.requests;
    if (!received) throw new Error('Nothing came.');
    const cleanedRequest = JSON.parse(received.content);
    const [pushed] = await ask(operation.perform, { inputData, subscribeData, cleanedRequest, rawRequest: received });
    expect(pushed).toMatchObject({ type: 'api_key.created', data: { id: key.id } });
    // Zapier tells by its id what it had already.
    const [sample] = await ask(operation.performList, { inputData });
    expect(sample).toEqual(pushed);

    const forged = { ...received, content: received.content.replace('Made', 'Evil') };
    const refused = ask(operation.perform, { inputData, subscribeData, cleanedRequest, rawRequest: forged });
    expect(await refused.catch(String)).toContain('not sent by Switchboard');

    await ask(operation.performUnsubscribe, { inputData, subscribeData });
    expect((await call('GET', `/webhooks/${subscribeData.id}`)).status).toBe(404);
    await ask(operation.performUnsubscribe, { inputData, subscribeData });
  });

  test('shows the example of a type of which there is no event yet', async () => {
    const { ask, app: own } = await connection();
    const inputData = { event_type: 'automation.publication.created' };
    const [sample] = await ask(own.triggers.event.operation.performList, { inputData });
    expect(sample).toMatchObject({ id: expect.stringMatching(/^evt_/), type: 'automation.publication.created' });
  });

  test('publishes once per key of the trigger, and reports errors', async () => {
    const { ask, app: own, webhook, reaches, call } = await connection();
    const { id, receiver } = await webhook();
    const { perform } = own.creates.publish.operation;
    const inputData = { destination: `webhook:${id}`, text: 'Version 2 is out.', idempotency_key: 'zap-1' };
    const made = await ask(perform, { inputData });
    expect(made.id).toMatch(/^pub_/);
    expect((await ask(perform, { inputData })).id).toBe(made.id);
    await reaches(made.id, 'published');
    expect((await call('GET', '/publications')).body.data).toHaveLength(1);
    expect(receiver.requests).toHaveLength(1);
    await receiver.stop();

    const elsewhere = { destination: 'webhook:whk_01h455vb4pex5vsknk084sn02q', text: 'Lost' };
    expect(await ask(perform, { inputData: elsewhere }).catch(String)).toContain('/targets/0');
  });
});

/** An address of Zapier’s: its requests as Zapier hands them to an app. */
function startHook() {
  const requests: { headers: Record<string, string>; content: string }[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      // Zapier names headers so.
      const headers = [...request.headers].map(([name, value]) => [`Http-${name}`, value]);
      requests.push({ headers: Object.fromEntries(headers), content: await request.text() });
      return new Response('ok');
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}/hooks/standard/1/2`,
    requests,
    [Symbol.dispose]: () => void server.stop(true),
  };
}
