import { afterAll, describe, expect, test } from 'bun:test';

import { isUnstable } from '../../server/webhooks/endpoints/success-rate';
import { accept, refuse, startWebhookServer } from './support';

const webhookServer = await startWebhookServer();
afterAll(() => webhookServer.stop());

type Scene = Awaited<ReturnType<typeof webhookServer.scene>>;

/** One event each, accepted for `+` and refused for `-`. */
async function attempt(scene: Scene, results: string): Promise<void> {
  for (const result of results) {
    scene.reply(result === '+' ? accept : refuse);
    await scene.happen();
  }
}

describe('the health of a webhook', () => {
  test('is unstable while many of the recent attempts fail, although the last one succeeded', async () => {
    await using scene = await webhookServer.scene();
    const { id } = await scene.webhook();
    await attempt(scene, '--+--+-');
    expect((await scene.get(`/webhooks/${id}/health`)).status).toBe('failing');
    await attempt(scene, '-+');
    // Nine attempts say nothing yet.
    expect((await scene.get(`/webhooks/${id}/health`)).status).toBe('healthy');
    await attempt(scene, '+');

    const health = await scene.get(`/webhooks/${id}/health`);
    expect(health).toMatchObject({ status: 'unstable', consecutive_failures: 0, success_rate_24h: 0.4 });
    expect((await scene.get(`/webhooks/${id}`)).health).toEqual(health);
    expect((await scene.get('/webhooks')).data[0].health).toEqual(health);
    await attempt(scene, '-');
    expect((await scene.get(`/webhooks/${id}/health`)).status).toBe('failing');
  });

  test('is healthy with a failure now and then', async () => {
    await using scene = await webhookServer.scene();
    const { id } = await scene.webhook();
    await attempt(scene, '++++-+++++++');
    expect((await scene.get(`/webhooks/${id}/health`)).status).toBe('healthy');
  });

  test('uses the newest hours with twenty attempts, within a day', () => {
    const hour = (succeeded: number, failed: number) => ({ succeeded, failed });
    expect(isUnstable([])).toBe(false);
    expect(isUnstable([hour(0, 50), hour(20, 0)])).toBe(false);
    expect(isUnstable([hour(0, 50), hour(19, 0)])).toBe(true);
    expect(isUnstable([hour(18, 2)])).toBe(false);
    expect(isUnstable([hour(17, 3)])).toBe(true);
  });
});

describe('the stats of a webhook', () => {
  test('count its attempts and their time by hour and by day, without tests and resends', async () => {
    await using scene = await webhookServer.scene();
    const { id } = await scene.webhook();
    await scene.webhook({ events: ['member.*'] });
    await attempt(scene, '+-++');
    await scene.act(200, `/webhooks/${id}/test`, {});
    const [last] = await scene.find(`webhook_id=${id}&trigger=event`);
    await scene.act(202, `/webhook-deliveries/${last.id}/resend`);

    const times = (await scene.find(`webhook_id=${id}&trigger=event`)).map((one: { created_at: string }) =>
      Date.parse(one.created_at),
    );
    const from = new Date(Math.min(...times)).toISOString();
    for (const granularity of ['hour', 'day']) {
      const stats = await scene.get(`/webhooks/${id}/stats?granularity=${granularity}&from=${from}`);
      const unit = granularity === 'hour' ? 3_600_000 : 86_400_000;
      expect(Date.parse(stats.from) % unit).toBe(0);
      // A run of the tests may pass from one hour to the next.
      const data: Record<'succeeded' | 'failed' | 'duration_ms_sum', number>[] = stats.data;
      const sum = (name: 'succeeded' | 'failed') => data.reduce((all, point) => all + point[name], 0);
      expect([granularity, sum('succeeded'), sum('failed')]).toEqual([granularity, 3, 1]);
      for (const point of data) expect(point.duration_ms_sum).toBeGreaterThanOrEqual(0);
    }
    const before = await scene.get(`/webhooks/${id}/stats?to=${new Date(Date.parse(from) - 7_200_000).toISOString()}`);
    expect(before.data).toEqual([]);
  });

  test('are refused for an empty or too long period, without the scope, and for another workspace', async () => {
    await using scene = await webhookServer.scene();
    const { id } = await scene.webhook();
    const statusOf = async (query: string) => (await scene.call('GET', `/webhooks/${id}/stats?${query}`)).status;
    expect(await statusOf('from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z')).toBe(422);
    expect(await statusOf('from=2020-01-01T00:00:00Z&granularity=hour')).toBe(422);
    expect(await statusOf('granularity=minute')).toBe(400);
    expect(await statusOf('from=soon')).toBe(400);

    const links = await scene.keyOf({ scopes: ['links:read'] });
    expect((await links('GET', `/webhooks/${id}/stats`)).status).toBe(403);
    await using other = await webhookServer.scene();
    expect((await other.call('GET', `/webhooks/${id}/stats`)).status).toBe(404);
  });
});
