import { afterAll, describe, expect, test } from 'bun:test';

import { restClient } from '../support/client';
import { seedKey } from '../support/seed';
import { startWebhookServer, type WebhookScene } from '../webhooks/support';

const webhookServer = await startWebhookServer();
afterAll(() => webhookServer.stop());

/** A key that has made two webhooks, beside one that somebody else made. */
async function maker(scene: WebhookScene) {
  const { id, secret } = await seedKey(scene.workspaceId, {}, webhookServer.testDatabase.database);
  const call = restClient(webhookServer.url, secret);
  const make = async (by: typeof call, events: string[]) =>
    (await by('POST', '/webhooks', { url: scene.receiver.url, events })).body.id as string;
  const made = [await make(call, ['api_key.*']), await make(call, ['member.*'])];
  const other = await make(scene.call, ['api_key.*']);
  const statuses = async () =>
    Promise.all([...made, other].map(async (webhook) => (await scene.get(`/webhooks/${webhook}`)).status));
  return { id, call, made, other, statuses };
}

describe('revoking a key', () => {
  test('keeps the webhooks that it created', async () => {
    await using scene = await webhookServer.scene();
    const { id, statuses } = await maker(scene);
    expect((await scene.act(200, `/keys/${id}/revoke`)).status).toBe('revoked');
    expect(await statuses()).toEqual(['active', 'active', 'active']);
  });

  test('can disable the webhooks that it created, each with an event', async () => {
    await using scene = await webhookServer.scene();
    const { id, call, made, statuses } = await maker(scene);
    await scene.act(200, `/webhooks/${made[1]}/disable`);
    const { sequence } = (await scene.get('/events?limit=1')).data[0];
    expect((await scene.act(200, `/keys/${id}/revoke`, { disable_webhooks: true })).status).toBe('revoked');
    expect(await statuses()).toEqual(['disabled', 'disabled', 'active']);
    expect((await call('GET', '/me')).status).toBe(401);

    const emitted = (await scene.get(`/events?after_sequence=${sequence}`)).data;
    expect(emitted.map(({ type, data }: { type: string; data: { id: string } }) => [type, data.id])).toEqual([
      ['api_key.revoked', id],
      ['webhook.disabled', made[0]],
    ]);
    expect(await scene.get(`/webhooks/${made[0]}`)).toMatchObject({ disabled_reason: 'user' });
    const audit = (await scene.get('/audit-entries?limit=2')).data;
    expect(audit.map(({ action }: { action: string }) => action).toSorted()).toEqual([
      'api_key.revoked',
      'webhook.disabled',
    ]);
  });

  test('a second time can disable the remaining webhooks', async () => {
    await using scene = await webhookServer.scene();
    const { id, statuses } = await maker(scene);
    await scene.act(200, `/keys/${id}/revoke`);
    await scene.act(200, `/keys/${id}/revoke`, { disable_webhooks: true });
    expect(await statuses()).toEqual(['disabled', 'disabled', 'active']);
  });

  test('disables webhooks only with the permission to change webhooks; otherwise nothing is done', async () => {
    await using scene = await webhookServer.scene();
    const { id, call, statuses } = await maker(scene);
    const narrow = await scene.keyOf({ scopes: ['keys:write', 'webhooks:read'] });
    const refused = await narrow('POST', `/keys/${id}/revoke`, { disable_webhooks: true });
    expect([refused.status, refused.body.code, refused.body.required_scopes]).toEqual([
      403,
      'insufficient_scope',
      ['webhooks:write'],
    ]);
    expect([(await call('GET', '/me')).status, ...(await statuses())]).toEqual([200, 'active', 'active', 'active']);
    expect((await narrow('POST', `/keys/${id}/revoke`)).status).toBe(200);
  });

  test('keeps webhooks that the caller may not see', async () => {
    await using scene = await webhookServer.scene();
    const { id, statuses } = await maker(scene);
    const narrow = await scene.keyOf({ scopes: ['keys:write', 'keys:read', 'webhooks:write'] });
    expect((await narrow('POST', `/keys/${id}/revoke`, { disable_webhooks: true })).status).toBe(200);
    expect(await statuses()).toEqual(['disabled', 'active', 'active']);
  });

  test('is refused for another workspace, and for an invalid choice', async () => {
    await using scene = await webhookServer.scene();
    await using theirs = await webhookServer.scene();
    const { id, statuses } = await maker(scene);
    const path = `/keys/${id}/revoke`;
    expect((await theirs.call('POST', path, { disable_webhooks: true })).status).toBe(404);
    const { status, body } = await scene.call('POST', path, { disable_webhooks: 'yes' });
    expect([status, body.errors[0].pointer]).toEqual([400, '/disable_webhooks']);
    expect(await statuses()).toEqual(['active', 'active', 'active']);
  });
});
