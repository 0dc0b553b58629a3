import { afterAll, beforeAll, expect, test } from 'bun:test';

import { and, eq } from 'drizzle-orm';

import { queries } from '../../server/db/database';
import { events } from '../../server/events/schema';
import { AGENTS } from '../links/clicks/recorded';
import { database, startServer } from '../support/app';
import { until } from '../support/process';
import { inboundScenes } from './inbound-scenes';
import { manualRule, ruleScenes } from './rules-support';

/*
 * Visitors and templates decode what no input may hold, and their failures repeat parts of what they were given. PostgreSQL stores
 * neither a NUL nor half a character: a run that cannot be written down would be begun again for ever.
 */
const FAILS_IN_TWO = `${'a'.repeat(39)}😀`;
const linkWith = (title: string) => ({ type: 'create_link', link: { url: 'https://example.com/', title } });

let server: Awaited<ReturnType<typeof startServer>>;
let scene: ReturnType<typeof ruleScenes>;
let inboundScene: ReturnType<typeof inboundScenes>;

beforeAll(async () => {
  server = await startServer({ webhookAllowPrivate: ['127.0.0.1'] });
  scene = ruleScenes(server);
  inboundScene = inboundScenes(server);
});
afterAll(() => server.stop());

test('a run whose error contains a lone surrogate ends', async () => {
  const { rule, run } = await scene();
  const { id } = await rule(manualRule({ actions: [linkWith('{{ input.text | phone }}')] }));
  const { status, steps } = await run(id, { text: FAILS_IN_TWO });
  expect(status).toBe('failed');
  expect(steps[0].error.message).toContain(`"${'a'.repeat(39)}\ufffd" is no phone number`);
});

test('an event whose key fails with a lone surrogate does not block later events', async () => {
  const { rule, runs, expectStatus } = await scene();
  const key = '{{ event.data.title | phone }}';
  const trigger = { type: 'event', events: ['link.created'] };
  const { id } = await rule(manualRule({ trigger, debounce: { seconds: 1, key }, actions: [linkWith('made')] }));
  for (const title of [FAILS_IN_TWO, `${FAILS_IN_TWO}b`]) {
    await expectStatus(201, 'POST', '/links', { url: 'https://example.com/', title });
  }
  expect((await runs(id)).map(({ reason }: { reason: string }) => reason)).toEqual([
    'trigger_failed',
    'trigger_failed',
  ]);
});

test('templates produce text that can be stored', async () => {
  const { rule, run, expectStatus } = await scene();
  const actions = [linkWith('{{ input.nul | url_decode }}'), linkWith('{{ input.pair }}')];
  const { id } = await rule(manualRule({ actions }));
  const { status, steps } = await run(id, { nul: 'a%00b', pair: '😀' });
  expect(status).toBe('succeeded');
  const titles: string[] = [];
  for (const { output } of steps) titles.push((await expectStatus(200, 'GET', `/links/${output.link_id}`)).title);
  expect(titles).toEqual(['a\ufffdb', '😀']);
});

test('a call whose mapping fails with a lone surrogate gets the error, and is logged', async () => {
  const { endpoint, send, pathOf, requests } = await inboundScene();
  const hook = await endpoint({ mapping: { content: { text: '{{ body.message | phone }}' } } });
  const { status, body } = await send(pathOf(hook), { body: { message: FAILS_IN_TWO } });
  expect([status, body.code]).toEqual([422, 'unprocessable']);
  expect(await requests()).toMatchObject([{ status: 'rejected', reason: 'mapping_failed' }]);
});

test('parameters of a visitor on a link do not block rules', async () => {
  const { rule, runs, events: logged, expectStatus } = await scene();
  const trigger = { type: 'event', events: ['link.clicked'] };
  const { id } = await rule(manualRule({ trigger, actions: [{ type: 'delay', until: '2020-01-01T00:00:00Z' }] }));
  const link = await expectStatus(201, 'POST', '/links', { url: 'https://example.com/' });
  for (const query of ['?utm_source=%00&a=b%00c', '?plain=1']) {
    await fetch(`${server.url}/${link.slug}${query}`, {
      redirect: 'manual',
      headers: { 'user-agent': AGENTS.chrome, host: new URL(link.short_url).host },
    });
  }
  await until(async () => (await runs(id)).length === 2, { everyMs: 20 });
  const asked = (await logged('link.clicked')).map(({ data }) => JSON.stringify(data['query']));
  expect(asked).toContain('{"utm_source":"\ufffd","a":"b\ufffdc"}');
});

test('stored events with such texts trigger rules too', async () => {
  const { rule, runs, expectStatus, workspaceId } = await scene();
  const trigger = { type: 'event', events: ['link.created'] };
  const { id } = await rule(
    manualRule({ trigger, filter: "event.data.title contains 'old'", actions: [linkWith('x')] }),
  );
  await server.services.automation.rules.stop();
  await expectStatus(201, 'POST', '/links', { url: 'https://example.com/', title: 'old title' });
  const old = and(eq(events.workspaceId, workspaceId), eq(events.type, 'link.created'));
  const [event] = await queries(database).select().from(events).where(old);
  const body = event?.body.replace('old title', String.raw`old \u0000\ud83d title`) ?? '';
  await queries(database).update(events).set({ body }).where(old);
  server.services.automation.rules.start();
  expect((await runs(id))[0]).toMatchObject({ status: 'succeeded' });
});
