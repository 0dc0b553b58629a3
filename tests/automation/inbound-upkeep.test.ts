import { afterAll, expect, test } from 'bun:test';

import { and, eq, inArray } from 'drizzle-orm';

import {
  inboundBodies,
  inboundDedupe,
  inboundEndpoints,
  inboundRequests,
} from '../../server/automation/schema/inbound';
import { queries } from '../../server/db/database';
import { jobsOf } from '../../server/modules';
import { mask } from '../../server/secrets/mask';
import { waMedia } from '../../server/whatsapp/schema/media';
import { inboundScenes, SAY } from './inbound-scenes';
import { startAutomation } from './support';

const server = await startAutomation({}, { unlimited: true });
afterAll(() => server.stop());
const scene = inboundScenes(server);
const db = queries(server.services.store);
const DAY_MS = 86_400_000;

/** Runs the upkeep as it will be so many days from now. */
async function upkeepIn(days: number): Promise<void> {
  const later = () => new Date(Date.now() + days * DAY_MS);
  const job = jobsOf({ ...server.services, now: later }).find(({ name }) => name === 'inbound requests');
  if (!job) throw new Error('There is no such job.');
  await job.run(new AbortController().signal);
}

const bodiesOf = (ids: readonly string[]) =>
  db
    .select()
    .from(inboundBodies)
    .where(inArray(inboundBodies.requestId, [...ids]));

test('requests are deleted after a month, large bodies after a week, keys after their window; samples are kept', async () => {
  const { call, endpoint, pathOf, send } = await scene();
  const hook = await endpoint({ dedupe: { key: '{{ body.id }}', window_seconds: 60 } });
  const small = (await send(pathOf(hook), { body: { id: 1, message: 'Small' } })).body.id;
  const large = (await send(pathOf(hook), { body: { id: 2, message: 'Large', filler: 'x'.repeat(70_000) } })).body.id;
  const capturing = await endpoint({ mapping: undefined });
  const sample = (await send(pathOf(capturing), { body: { message: 'Sample' } })).body.id;
  const shown = (await call('GET', `/inbound-requests/${large}`)).body;
  expect([shown.body, shown.body_truncated]).toEqual([null, true]);

  await upkeepIn(8);
  const bodies = (await bodiesOf([small, large, sample])).map(({ requestId }) => requestId);
  expect(new Set(bodies)).toEqual(new Set([small, sample]));
  expect((await call('POST', `/inbound-requests/${large}/replay`, {})).body.code).toBe('invalid_state');
  expect(await db.select().from(inboundDedupe).where(eq(inboundDedupe.endpointId, hook.id))).toEqual([]);

  await upkeepIn(31);
  const left = await db
    .select({ id: inboundRequests.id })
    .from(inboundRequests)
    .where(inArray(inboundRequests.id, [small, large, sample]));
  expect(left.map(({ id }) => id)).toEqual([sample]);

  expect((await call('DELETE', `/inbound-endpoints/${capturing.id}`)).status).toBe(204);
  await upkeepIn(62);
  expect(await db.select().from(inboundEndpoints).where(eq(inboundEndpoints.id, capturing.id))).toEqual([]);
  expect(await bodiesOf([sample])).toEqual([]);
});

test('a key past its window is free again, even before the cleanup', async () => {
  const { endpoint, pathOf, send } = await scene();
  const hook = await endpoint({ dedupe: { key: '{{ body.id }}', window_seconds: 60 } });
  const ask = async () => (await send(pathOf(hook), { body: { id: 1, message: 'Hi' } })).body;
  const first = await ask();
  await db.update(inboundDedupe).set({ expiresAt: new Date() }).where(eq(inboundDedupe.endpointId, hook.id));
  const second = await ask();
  expect([first.duplicate, second.duplicate, second.id === first.id]).toEqual([false, false, false]);
  expect(await ask()).toMatchObject({ id: second.id, duplicate: true });
});

test('files without a publication are deleted after a day', async () => {
  const { endpoint, pathOf, send, instance, request } = await scene();
  await instance();
  const used = await endpoint({
    mapping: { ...SAY, content: { text: 'With it', media: [{ media_id: '{{ files[0].media_id }}' }] } },
  });
  const unused = await endpoint();
  const mediaOf = async (hook: typeof used): Promise<string> => {
    const form = new FormData();
    form.set('message', 'Hi');
    form.set('file', new File([`Text ${hook.id}`], 'a.txt', { type: 'text/plain' }));
    const { body } = await send(pathOf(hook), { body: form });
    return (await request(body.id)).files[0].media_id;
  };
  const kept = await mediaOf(used);
  const dropped = await mediaOf(unused);
  await upkeepIn(2);
  const left = await db
    .select({ id: waMedia.id })
    .from(waMedia)
    .where(and(inArray(waMedia.id, [kept, dropped])));
  expect(left.map(({ id }) => id)).toEqual([kept]);
});

test('metrics count the results of calls, and neither logs nor metrics contain a token or a secret', async () => {
  const { endpoint, pathOf, send, expectStatus } = await scene();
  const hook = await endpoint();
  const signed = await endpoint({ preset: 'github' });
  await server.services.recorder.flush();
  const log = JSON.stringify(await expectStatus(200, 'GET', '/request-logs?limit=100'));
  const audit = JSON.stringify(await expectStatus(200, 'GET', '/audit-entries?limit=100'));
  const events = JSON.stringify(await expectStatus(200, 'GET', '/events?limit=100'));
  for (const secret of [hook.token ?? '?', signed.secret ?? '?']) {
    for (const text of [log, audit, events]) expect(text).not.toContain(secret);
    expect(mask(`POST ${hook.url}/${secret} 200`)).not.toContain(secret);
  }
  await send(pathOf(hook), { body: { message: 'Hi' } });
  const figures = await server.services.metrics.text();
  expect(figures).toMatch(/inbound_requests_total\{status="accepted",reason=""\} \d+/);
  expect(figures).toContain('inbound_seconds_bucket');
  expect(figures).toContain('operation="inbound_receive"');
  expect(figures).not.toContain(hook.token ?? '?');
  const refused = await send(`${hook.id}/${'x'.repeat(43)}`, { body: {} });
  expect(refused.body.instance).toBe(`/api/v1/inbound/${hook.id}/***`);
});
