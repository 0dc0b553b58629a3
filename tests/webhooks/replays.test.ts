import { afterAll, describe, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { queries } from '../../server/db/database';
import { webhookDeliveries } from '../../server/webhooks/schema';
import { newId } from '../../shared/ids';
import { REPLAY_MODES, type Replay, type ReplayMode } from '../../shared/webhooks/replays';
import { until } from '../support/process';
import { accept, refuse, startWebhookServer, type WebhookScene } from './support';

const webhookServer = await startWebhookServer();
afterAll(() => webhookServer.stop());

/** The replay once it has ended and all that it made is sent. */
async function ended(scene: WebhookScene, id: string): Promise<Replay> {
  const status = async () => (await scene.get(`/webhook-replays/${id}`)).status as string;
  await until(async () => !['queued', 'running'].includes(await status()), { everyMs: 20 });
  await webhookServer.settled();
  return scene.get(`/webhook-replays/${id}`);
}

/** Counts, then runs; returns the ids of the events that came, in order. Both must tell the same. */
async function replayed(scene: WebhookScene, input: object): Promise<string[]> {
  const counted: Replay = await scene.act(202, '/webhook-replays', { ...input, dry_run: true });
  expect(counted).toMatchObject({ id: null, status: null, created_count: 0 });
  const before = scene.receivedIds().length;
  const made = await scene.act(202, '/webhook-replays', input);
  const replay = await ended(scene, made.id);
  const came = scene.receivedIds(before);
  expect(replay).toMatchObject({
    status: 'completed',
    matched_count: came.length,
    created_count: came.length,
    succeeded_count: came.length,
    exhausted_count: 0,
    count: null,
    completed_at: expect.any(String),
  });
  const found = await Promise.all(came.map((one) => scene.get(`/events/${one}`)));
  const events = found.toSorted((a, b) => a.sequence - b.sequence).map(({ id }) => id as string);
  expect([counted.count, counted.oldest_event?.id, counted.newest_event?.id]).toEqual([
    came.length,
    events[0],
    events.at(-1),
  ]);
  return events;
}

/** A webhook with an event of every past: by the names of what happened to it. */
async function pasts(scene: WebhookScene) {
  const early = await scene.happen();
  const webhook = await scene.webhook();
  const change = (input: object) => scene.call('PATCH', `/webhooks/${webhook.id}`, input);
  const turn = (verb: string) => scene.act(200, `/webhooks/${webhook.id}/${verb}`, verb === 'enable' ? {} : undefined);

  const delivered = await scene.happen();
  scene.reply(refuse);
  const exhausted = await scene.happen();
  await turn('pause');
  const [canceled, expired] = [await scene.happen(), await scene.happen()];
  for (const event of [canceled, expired]) {
    await scene.act(200, `/webhook-deliveries/${(await scene.deliveryOf(event.id)).id}/cancel`);
  }
  // As retention would end it.
  await queries(webhookServer.testDatabase.database)
    .update(webhookDeliveries)
    .set({ cancelReason: 'expired' })
    .where(eq(webhookDeliveries.id, (await scene.deliveryOf(expired.id)).id));
  await turn('disable');
  const missed = [await scene.happen(), await scene.happen()];
  await scene.call('PATCH', `/workspaces/${scene.workspaceId}`, { name: 'Of another type' });
  await turn('enable');
  await change({ retry: { delays_seconds: [86_400] } });
  const waiting = await scene.happen();
  scene.reply(accept);
  const late = await scene.happen();
  expect((await scene.find(`event_id=${waiting.id}`))[0]).toMatchObject({ status: 'pending', attempt_count: 1 });
  return { webhook, early, delivered, exhausted, canceled, expired, missed, waiting, late };
}

const ids = (...events: { id: string }[]) => events.map(({ id }) => id);

describe('a replay', () => {
  test.each([...REPLAY_MODES])(
    'of %s deliveries sends exactly those, as its dry run counts',
    async (mode: ReplayMode) => {
      await using scene = await webhookServer.scene();
      const of = await pasts(scene);
      const expected: Record<ReplayMode, string[]> = {
        failed: ids(of.exhausted, of.expired),
        missing: ids(of.early, ...of.missed),
        undelivered: ids(of.early, of.exhausted, of.expired, ...of.missed),
        // What waits comes by itself.
        all: ids(of.early, of.delivered, of.exhausted, of.canceled, of.expired, ...of.missed, of.late),
      };
      const input = { webhook_id: of.webhook.id, after_sequence: 0, mode };
      expect(await replayed(scene, input)).toEqual(expected[mode]);

      // What came is not missing any more; only `all` asks for it again.
      const again = await scene.act(202, '/webhook-replays', { ...input, dry_run: true });
      expect(again.count).toBe(mode === 'all' ? expected.all.length : 0);
      const originals = await scene.find(`event_id=${of.exhausted.id}&trigger=event`);
      expect(originals[0].status).toBe(mode === 'missing' ? 'exhausted' : 'succeeded');
      const made = await scene.find('trigger=replay&limit=100');
      expect(made.map(({ event_id }: { event_id: string }) => event_id).toSorted()).toEqual(expected[mode].toSorted());
    },
  );

  test('starts after a number or a time, ends before a time, and filters types', async () => {
    await using scene = await webhookServer.scene();
    const [one, two, three] = [await scene.happen(), await scene.happen(), await scene.happen()];
    await scene.call('PATCH', `/workspaces/${scene.workspaceId}`, { name: 'Renamed' });
    const [renamed] = (await scene.get('/events?type=workspace.updated')).data;
    const webhook = await scene.webhook({ events: ['api_key.*', 'workspace.updated'] });
    const counted = async (input: object) => {
      const body = { webhook_id: webhook.id, mode: 'all', dry_run: true, ...input };
      const { count, oldest_event, newest_event } = await scene.act(202, '/webhook-replays', body);
      return [count, oldest_event?.id, newest_event?.id];
    };
    const types = { event_types: ['api_key.*'] };
    expect(await counted({ after_sequence: 0 })).toEqual([4, one.id, renamed.id]);
    expect(await counted({ after_sequence: 0, ...types })).toEqual([3, one.id, three.id]);
    expect(await counted({ after_sequence: one.sequence, ...types })).toEqual([2, two.id, three.id]);
    expect(await counted({ created_after: two.created_at, ...types })).toEqual([1, three.id, three.id]);
    const between = { created_after: one.created_at, created_before: three.created_at };
    expect(await counted(between)).toEqual([1, two.id, two.id]);
    expect(await counted({ after_sequence: 0, event_types: ['member.added'] })).toEqual([0, undefined, undefined]);
    expect(await counted({ after_sequence: 1_000_000 })).toEqual([0, undefined, undefined]);
    expect(await replayed(scene, { webhook_id: webhook.id, ...between })).toEqual([two.id]);
  });

  test('needs a start, and an active, existing webhook', async () => {
    await using scene = await webhookServer.scene();
    const { id } = await scene.webhook();
    const start = { webhook_id: id, after_sequence: 0 };
    expect(await scene.refusal('/webhook-replays', { webhook_id: id })).toEqual([422, 'unprocessable']);
    expect(await scene.refusal('/webhook-replays', { ...start, event_types: ['no.*'] })).toEqual([
      400,
      'validation_failed',
    ]);
    expect(await scene.refusal('/webhook-replays', { ...start, webhook_id: newId('whk') })).toEqual([
      422,
      'related_not_found',
    ]);
    await scene.act(200, `/webhooks/${id}/disable`);
    expect(await scene.refusal('/webhook-replays', start)).toEqual([409, 'invalid_state']);
    expect((await scene.act(202, '/webhook-replays', { ...start, dry_run: true })).count).toBe(0);
    await scene.call('DELETE', `/webhooks/${id}`);
    expect(await scene.refusal('/webhook-replays', start)).toEqual([422, 'related_not_found']);
    expect(await scene.find('trigger=replay')).toEqual([]);
  });

  test('brings what a webhook missed while it was disabled', async () => {
    await using scene = await webhookServer.scene();
    const webhook = await scene.webhook();
    await scene.happen();
    await scene.act(200, `/webhooks/${webhook.id}/disable`);
    const { disabled_at } = await scene.get(`/webhooks/${webhook.id}`);
    await until(() => Date.now() > Date.parse(disabled_at), { everyMs: 1 });
    const missed = [await scene.happen(), await scene.happen()];
    await scene.act(200, `/webhooks/${webhook.id}/enable`, {});
    await scene.happen();
    const input = { webhook_id: webhook.id, mode: 'missing', created_after: disabled_at };
    expect(await replayed(scene, input)).toEqual(ids(...missed));
  });
});

describe('replays', () => {
  test('run one at a time, stop when canceled, and keep their rate', async () => {
    await using scene = await webhookServer.scene();
    const events = [await scene.happen(), await scene.happen(), await scene.happen(), await scene.happen()];
    const webhook = await scene.webhook();
    const start = { webhook_id: webhook.id, after_sequence: 0, rate_per_second: 1 };
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const first = await scene.call('POST', '/webhook-replays', start, headers);
    expect(first).toMatchObject({ status: 202, body: { status: 'queued', mode: 'undelivered', matched_count: 0 } });
    const same = await scene.call('POST', '/webhook-replays', start, headers);
    expect([same.headers.get('idempotent-replayed'), same.body.id]).toEqual(['true', first.body.id]);
    expect(await scene.refusal('/webhook-replays', start)).toEqual([409, 'conflict']);
    await until(() => scene.receivedIds().length > 0);

    const canceled = await scene.act(200, `/webhook-replays/${first.body.id}/cancel`);
    expect(canceled).toMatchObject({ status: 'canceled', completed_at: expect.any(String) });
    expect(canceled.created_count).toBeLessThan(events.length);
    expect(await scene.refusal(`/webhook-replays/${first.body.id}/cancel`)).toEqual([409, 'invalid_state']);
    const came = scene.receivedIds();
    expect(came).toEqual(ids(...events).slice(0, canceled.created_count));

    // The next goes on with what is left.
    expect(await replayed(scene, { ...start, rate_per_second: 1000 })).toEqual(ids(...events).slice(came.length));
    const { data } = await scene.get('/webhook-replays');
    expect(data.map(({ status }: Replay) => status)).toEqual(['completed', 'canceled']);
    expect((await scene.get('/webhook-replays?status=canceled')).data).toMatchObject([{ id: first.body.id }]);
    expect((await scene.get(`/webhook-replays?webhook_id=${newId('whk')}`)).data).toEqual([]);
    const page = await scene.get('/webhook-replays?limit=1');
    const next = await scene.get(`/webhook-replays?limit=1&cursor=${encodeURIComponent(page.next_cursor)}`);
    expect([...page.data, ...next.data]).toEqual(data);
  });

  test('count repeated failures', async () => {
    await using scene = await webhookServer.scene();
    await scene.happen();
    const webhook = await scene.webhook();
    scene.reply(refuse);
    const { id } = await scene.act(202, '/webhook-replays', { webhook_id: webhook.id, after_sequence: 0 });
    expect(await ended(scene, id)).toMatchObject({
      status: 'completed',
      created_count: 1,
      succeeded_count: 0,
      exhausted_count: 1,
    });
    expect((await scene.find(`trigger=replay`))[0]).toMatchObject({ replay_id: id, status: 'exhausted' });
  });

  test('are limited to what the caller may read, and to the workspace', async () => {
    await using mine = await webhookServer.scene();
    await using theirs = await webhookServer.scene();
    const webhook = await theirs.webhook();
    const { id } = await theirs.act(202, '/webhook-replays', { webhook_id: webhook.id, after_sequence: 0 });
    await ended(theirs, id);
    const poor = await theirs.keyOf({ kind: 'lk', scopes: ['webhooks:write', 'links:read', 'models:read'] });
    for (const call of [mine.call, poor]) {
      expect((await call('GET', '/webhook-replays')).body.data).toEqual([]);
      expect((await call('GET', `/webhook-replays/${id}`)).status).toBe(404);
      expect((await call('POST', `/webhook-replays/${id}/cancel`)).status).toBe(404);
      for (const dry_run of [true, false]) {
        const refused = await call('POST', '/webhook-replays', { webhook_id: webhook.id, after_sequence: 0, dry_run });
        expect([refused.status, refused.body.code]).toEqual([422, 'related_not_found']);
      }
    }
    const reader = await theirs.keyOf({ scopes: ['webhooks:read', 'keys:read'] });
    expect((await reader('GET', `/webhook-replays/${id}`)).status).toBe(200);
    expect((await reader('POST', `/webhook-replays/${id}/cancel`)).body.code).toBe('insufficient_scope');
  });
});
