import { afterAll, describe, expect, test } from 'bun:test';

import { and, eq } from 'drizzle-orm';

import { queries } from '../../server/db/database';
import { scoped } from '../../server/db/scoped';
import { emit } from '../../server/events/emit';
import { onDeliveriesFinal } from '../../server/webhooks/dispatcher/delivery-handlers';
import { cancelForEndedWebhooks } from '../../server/webhooks/dispatcher/jobs';
import { webhookDeliveries, webhooks } from '../../server/webhooks/schema';
import { newId } from '../../shared/ids';
import { accept, refuse, startWebhookServer, type WebhookScene } from './support';

const webhookServer = await startWebhookServer();
afterAll(() => webhookServer.stop());
const { services } = webhookServer;

/** More than one transaction ends. */
const MANY = 600;

/** A paused webhook for which events that are addressed to it wait; `told` names what their sink heard of. */
async function addressed(scene: WebhookScene, count = MANY) {
  const webhook = await scene.webhook({ events: [] });
  await scene.act(200, `/webhooks/${webhook.id}/pause`);
  const [row] = await queries(services.store).select().from(webhooks).where(eq(webhooks.id, webhook.id));
  const events = Array.from({ length: count }, () => ({
    type: 'webhook.tested' as const,
    data: { webhook_id: newId('whk'), message: 'Addressed' },
    addressedTo: webhook.id as string,
  }));
  await services.store.transaction((tx) =>
    emit({ ...services, requestId: newId('req') }, scoped(tx, scene.workspaceId), events),
  );
  const reported: string[] = [];
  const leave = onDeliveriesFinal('webhook.tested', async (_, deliveries) => {
    const own = deliveries.filter(({ workspaceId }) => workspaceId === scene.workspaceId);
    reported.push(...own.map(({ id, cancelReason }) => `${id} ${cancelReason}`));
    // A sink of its own may tell of it by an event.
    return [];
  });
  const rows = () =>
    queries(services.store)
      .select()
      .from(webhookDeliveries)
      .where(and(eq(webhookDeliveries.webhookNo, row?.no ?? 0), eq(webhookDeliveries.addressed, true)));
  return {
    webhook,
    reported,
    reasons: async () => Object.groupBy(await rows(), ({ cancelReason }) => cancelReason ?? 'waits'),
    expected: async () => (await rows()).map(({ id, cancelReason }) => `${id} ${cancelReason}`).toSorted(),
    [Symbol.dispose]: leave,
  };
}

describe('what is addressed to a webhook', () => {
  test.each([
    ['disabled', 'webhook_disabled'],
    ['deleted', 'webhook_deleted'],
  ] as const)(
    'that is %s is canceled in batches, and its sink is notified of each delivery once',
    async (how, reason) => {
      await using scene = await webhookServer.scene();
      using waiting = await addressed(scene);
      if (how === 'disabled') await scene.act(200, `/webhooks/${waiting.webhook.id}/disable`);
      else await scene.call('DELETE', `/webhooks/${waiting.webhook.id}`);
      const first = await waiting.reasons();
      expect([first[reason]?.length, first['waits']?.length]).toEqual([500, 100]);

      await cancelForEndedWebhooks(services, new AbortController().signal);
      expect((await waiting.reasons())[reason]).toHaveLength(MANY);
      expect(waiting.reported.toSorted()).toEqual(await waiting.expected());
    },
  );

  test('that is enabled without its backlog ends before anything is sent', async () => {
    await using scene = await webhookServer.scene();
    using waiting = await addressed(scene);
    await scene.act(200, `/webhooks/${waiting.webhook.id}/enable`, { pending: 'cancel' });
    expect((await waiting.reasons())['user']).toHaveLength(MANY);
    expect(waiting.reported.toSorted()).toEqual(await waiting.expected());
    expect(scene.receiver.requests).toEqual([]);
  });
});

describe('a delivery in flight when its webhook is deleted', () => {
  test.each([
    ['fails', refuse, { status: 'canceled', cancel_reason: 'webhook_deleted', next_attempt_at: null }],
    ['arrives', accept, { status: 'succeeded', cancel_reason: null }],
  ] as const)('and %s has ended', async (_, reply, outcome) => {
    await using scene = await webhookServer.scene();
    const gate = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    const webhook = await scene.webhook({ retry: { preset: 'standard' } });
    scene.reply(async (...call) => {
      reached.resolve();
      await gate.promise;
      return reply(...call);
    });
    await scene.call('POST', '/keys', { kind: 'lk', name: 'Made', scopes: ['links:read'] });
    await reached.promise;
    const [sent] = await scene.find(`webhook_id=${webhook.id}`);
    expect(sent.status).toBe('in_flight');
    expect((await scene.call('DELETE', `/webhooks/${webhook.id}`)).status).toBe(204);
    gate.resolve();
    await webhookServer.settled();
    const ended = await scene.read(sent.id);
    expect(ended).toMatchObject(outcome);
    expect(ended.completed_at).not.toBeNull();
  });
});

test('resends are limited to twenty a minute', async () => {
  await using scene = await webhookServer.scene();
  await scene.webhook();
  const { id } = await scene.deliveryOf((await scene.happen()).id);
  const resend = () => scene.call('POST', `/webhook-deliveries/${id}/resend`);
  let [sent, answer] = [0, await resend()];
  // One comes back every three seconds, so a slow machine has more of them.
  for (; answer.status === 202 && sent < 100; answer = await resend()) sent += 1;
  expect([answer.status, answer.body.code]).toEqual([429, 'rate_limited']);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(sent).toBeGreaterThanOrEqual(20);
  expect(sent).toBeLessThan(40);
  expect(scene.receiver.requests).toHaveLength(sent + 1);
});

test('of two webhooks set as the inbox at once, one succeeds', async () => {
  await using scene = await webhookServer.scene();
  for (let round = 0; round < 8; round += 1) {
    const [one, other] = [await scene.webhook(), await scene.webhook()];
    const answers = await Promise.all(
      [one, other].map(({ id }) => scene.call('PATCH', `/webhooks/${id}`, { url: 'switchboard://inbox' })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    for (const { id } of [one, other]) await scene.call('DELETE', `/webhooks/${id}`);
  }
});
