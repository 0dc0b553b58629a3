import { afterAll, beforeAll, expect, test } from 'bun:test';

import { RULE_LIMITS } from '../../shared/automation/rule';
import { until } from '../support/process';
import { inboundScenes } from './inbound-scenes';
import { startAutomation } from './support';

let server: Awaited<ReturnType<typeof startAutomation>>;
let scene: ReturnType<typeof inboundScenes>;

beforeAll(async () => {
  server = await startAutomation();
  scene = inboundScenes(server);
});
afterAll(() => server.stop());

const CALLED = { content: { text: 'Again.' } };
const loops = '&reason=loop_detected';
/** The endpoint by another name than the one that no webhook may lead to, as by way of a relay. */
const relayed = (path: string): string => `${server.url}/api/v1/inbound/${path}`;
/** The webhook keeps the token that it was given; the test has no copy of it. */
const turn = ({ expectStatus }: Awaited<ReturnType<typeof scene>>, { id }: { id: string }) =>
  expectStatus(200, 'POST', `/inbound-endpoints/${id}/rotate-token`, { overlap_seconds: 0 });

test('a loop of a webhook and an endpoint ends at the same depth as rules', async () => {
  const place = await scene();
  const { endpoint, expectStatus, requests, pathOf, webhook } = place;
  const hook = await endpoint({ mapping: CALLED });
  const back = { url: relayed(pathOf(hook)), retry: { preset: 'none' } };
  await expectStatus(200, 'PATCH', `/webhooks/${webhook.id}`, back);
  const targets = [{ channel: 'webhook', to: [webhook.id] }];
  await expectStatus(202, 'POST', '/publications', { ...CALLED, targets });

  await until(async () => (await requests(loops)).length > 0, { everyMs: 5 });
  await place.settle();
  const all = await requests();
  expect(all).toHaveLength(RULE_LIMITS.depth);
  expect(all[0]).toMatchObject({ status: 'rejected', reason: 'loop_detected', stage: 'state' });
  expect(all.slice(1).every(({ status }) => status === 'accepted')).toBe(true);
  await turn(place, hook);
});

test('a webhook that reports the calls of an endpoint to that endpoint makes no endless loop, also with rejected calls', async () => {
  const place = await scene();
  const { endpoint, expectStatus, requests, send, pathOf } = place;
  const hook = await endpoint({ mode: 'record', mapping: null });
  const events = ['automation.inbound_request.*'];
  const url = relayed(pathOf(hook));
  await expectStatus(201, 'POST', '/webhooks', { url, events, retry: { preset: 'none' } });
  expect((await send(pathOf(hook), { body: { message: 'Hello' } })).status).toBe(202);

  await until(async () => (await requests(loops)).length > 1, { everyMs: 5 });
  await place.settle();
  // The first call came from outside. The rejection is reported once; the call that follows from it is only logged.
  expect((await requests(loops)).map(({ reason }) => reason)).toEqual(['loop_detected', 'loop_detected']);
  expect(await requests('&status=recorded')).toHaveLength(RULE_LIMITS.depth);
  await turn(place, hook);
});

test('rules know the depth of a request, and a caller that sends a depth stops only itself', async () => {
  const { endpoint, expectStatus, send, pathOf } = await scene();
  const hook = await endpoint();
  const trigger = { type: 'event', events: ['automation.inbound_request.received'] };
  const actions = [{ type: 'create_link', link: { url: 'https://example.com/made' } }];
  const { id } = await expectStatus(201, 'POST', '/rules', { name: 'On calls', trigger, actions });
  const said = (depth: string) =>
    send(pathOf(hook), { body: { message: `Hello ${depth}` }, headers: { 'switchboard-call-depth': depth } });

  for (const depth of ['', 'x', '-9', '0', '4']) expect([depth, (await said(depth)).status]).toEqual([depth, 202]);
  for (const depth of ['5', '1, 7', '999999']) {
    const { status, body } = await said(depth);
    expect([status, body.code, body.errors[0].code]).toEqual([422, 'unprocessable', 'loop_detected']);
  }
  expect((await send(pathOf(hook), { body: { message: 'Hello' } })).status).toBe(202);
  await server.services.automation.rules.idle();
  const runs = (await expectStatus(200, 'GET', `/rule-runs?rule_id=${id}`)).data;
  expect(runs.map(({ depth }: { depth: number }) => depth).toSorted()).toEqual([1, 1, 1, 1, 1, 5]);
});

test('calls that send a depth count against the rate of the endpoint', async () => {
  const { endpoint, requests, send, pathOf } = await scene();
  const hook = await endpoint({ rate_limit_per_minute: 2 });
  const statuses: number[] = [];
  for (let tries = 0; tries < 4; tries += 1) {
    const headers = { 'switchboard-call-depth': '9' };
    statuses.push((await send(pathOf(hook), { body: { message: `Hello ${tries}` }, headers })).status);
  }
  expect(statuses).toEqual([422, 422, 429, 429]);
  expect(await requests(loops)).toHaveLength(2);
});
