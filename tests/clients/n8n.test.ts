import { afterAll, describe, expect, test } from 'bun:test';

import { eventsWorkflow, publishWorkflow, randomPath } from '../../web/features/automation/connect/workflows';
import { automationScenes, startAutomation } from '../automation/support';
import { until } from '../support/process';
import { openN8n } from './n8n/client';

/*
 * A real n8n runs the workflows that the console gives to paste. `N8N_URL` names one that listens on this machine and
 * that nobody has set up: `N8N_EXPRESSION_ENGINE=legacy n8n start`, ready once `/healthz/readiness` says so.
 */
const url = Bun.env['N8N_URL'] ?? '';
const isThere = url !== '';

const parts = isThere ? await open() : undefined;

async function open() {
  const server = await startAutomation();
  afterAll(() => server.stop());
  return { server, n8n: await openN8n(url), scene: automationScenes(server) };
}

describe.skipIf(!isThere)('n8n', () => {
  async function connected() {
    if (!parts) throw new Error('There is no n8n.');
    const place = await parts.scene();
    const { secret } = await place.expectStatus(201, 'POST', '/keys', { kind: 'ak', name: 'n8n', full_access: true });
    return { ...parts, ...place, secret: secret as string };
  }

  test('publishes with the pasted workflow, and not with another key', async () => {
    const { server, n8n, webhook, call, secret } = await connected();
    const { id, receiver } = await webhook();
    const json = publishWorkflow(server.url, { content: { text: 'From n8n' }, targets: [`webhook:${id}`] });
    const made = await n8n.execute(await n8n.paste(json, await n8n.credential('Switchboard', secret)));
    expect(made.status).toBe('success');
    await until(() => receiver.requests.length === 1);

    const refused = await n8n.execute(await n8n.paste(json, await n8n.credential('Wrong', `${secret}x`)));
    expect(refused.status).toBe('error');
    expect(refused.data).toContain('401');
    expect((await call('GET', '/publications')).body.data).toHaveLength(1);
    await receiver.stop();
  });

  test('subscribes by the other workflow, and receives events once it is active', async () => {
    const { server, n8n, call, expectStatus, secret } = await connected();
    const path = randomPath();
    const json = eventsWorkflow({ baseUrl: server.url, n8nUrl: n8n.url, events: ['api_key.created'], path });
    const workflow = await n8n.paste(json, await n8n.credential('Switchboard', secret));
    // Executed twice it subscribes once.
    for (let turn = 0; turn < 2; turn += 1) expect((await n8n.execute(workflow)).status).toBe('success');
    const { data: webhooks } = (await call('GET', '/webhooks')).body;
    expect(webhooks).toMatchObject([{ source: 'n8n', receiver: { kind: 'n8n' }, url: `${n8n.url}/webhook/${path}` }]);

    await n8n.setActive(workflow, true);
    const { id } = await expectStatus(201, 'POST', '/keys', { kind: 'lk', name: 'Heard', scopes: ['links:read'] });
    await until(async () => (await n8n.executions(workflow)).length > 0, { everyMs: 200 });
    const [executions] = await n8n.executions(workflow);
    expect(executions).toContain(id);
    expect(executions).toContain('webhook-signature');
    await n8n.setActive(workflow, false);
  });
});
