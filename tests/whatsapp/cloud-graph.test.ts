import { beforeEach, expect, test } from 'bun:test';

import { validateBaseUrl } from '../../server/whatsapp/drivers/cloud/base-url';
import { createGraph } from '../../server/whatsapp/drivers/cloud/graph';
import { reply, startReceiver } from '../support/receiver';
import { cloudOnStandIn, instanceAt, jobOf, NUMBER, TOKEN } from './cloud';

const { driver, egress, instance, seed, standIn } = cloudOnStandIn();
const graph = createGraph(egress);
// No status of an earlier message comes into a later test.
beforeEach(() => seed({ status_delays_ms: null }));

const TEXT = { type: 'text', text: 'Hello' } as const;
const send = () => driver.send(instance(), jobOf(TEXT));
const sends = async () => (await standIn().log()).requests.filter(({ path }) => path.endsWith('/messages')).length;

test('a message whose answer is lost is unknown, and never sent a second time', async () => {
  for (const cut of ['before_request', 'after_accept', 'mid_response'] as const) {
    // The one before leaves a connection behind, over which the next one goes.
    expect((await send()).outcome).toBe('accepted');
    const before = await sends();
    await standIn().fault({ action: { cut } });
    expect([cut, await send()]).toEqual([cut, { outcome: 'unknown', providerMessageId: null }]);
    expect(await sends()).toBe(before + 1);
  }
});

test('an accepted message whose answer was cut off is found by our own id in a status', async () => {
  await seed({ status_delays_ms: { sent: 0, delivered: 50 } });
  await standIn().fault({ action: { cut: 'after_accept' } });
  await send();
  await standIn().advance(1);
  const { deliveries } = await standIn().log();
  expect(deliveries.map(({ body }) => body)).toEqual([
    expect.stringContaining(`"biz_opaque_callback_data":"${jobOf(TEXT).messageId}"`),
    expect.stringContaining('"status":"delivered"'),
  ]);
});

test('an answer that is not from the Graph API leaves the result unknown, unless its status proves a refusal', async () => {
  const html = '<html>502 Bad Gateway</html>';
  const cases: [action: Parameters<ReturnType<typeof standIn>['fault']>[0]['action'], outcome: string][] = [
    [{ http: 502, malformed: html }, 'unknown'],
    [{ http: 503, malformed: '{"message":"no healthy upstream"}' }, 'unknown'],
    [{ http: 200, malformed: html }, 'unknown'],
    [{ http: 200, malformed: true }, 'unknown'],
    [{ http: 200, malformed: '{"messages":[]}' }, 'unknown'],
    [{ http: 200, malformed: '[]' }, 'unknown'],
    [{ http: 404, malformed: html }, 'refused'],
    [{ http: 200, code: 131000 }, 'not_sent'],
  ];
  for (const [action, outcome] of cases) {
    await standIn().fault({ action });
    const found: string = (await send()).outcome;
    expect([action, found]).toEqual([action, outcome]);
  }
});

test('an error message from Meta is cleaned for the database', async () => {
  const malformed = String.raw`{"error":{"code":131000,"message":"half \ud83d of a pair, and \u0000 none"}}`;
  await standIn().fault({ action: { http: 400, malformed } });
  expect(await send()).toMatchObject({ error: { provider: { details: 'half \ufffd of a pair, and  none' } } });
});

test('a refused connection sent nothing, and is retried', async () => {
  const closed = await driver.send(instanceAt({ baseUrl: 'http://127.0.0.1:9' }), jobOf(TEXT));
  expect(closed).toMatchObject({ outcome: 'refused', error: { code: 'provider_unavailable', retryable: false } });

  const receiver = await startReceiver(() => {});
  receiver.stop();
  const refused = await driver.send(instanceAt({ baseUrl: `http://127.0.0.1:${receiver.port}` }), jobOf(TEXT));
  expect(refused).toMatchObject({ outcome: 'not_sent', error: { code: 'provider_unavailable', retryable: true } });
});

test('a timeout leaves the result unknown', async () => {
  await standIn().fault({ action: { delay_ms: 60_000 } });
  const access = { baseUrl: standIn().url, graphVersion: 'v23.0', accessToken: TOKEN };
  const call = { method: 'POST', path: [NUMBER, 'messages'], body: {}, totalMs: 1500 } as const;
  expect(await graph.call(access, call)).toEqual({ outcome: 'unknown', reason: 'timeout', status: null });
});

test('a redirect is not followed', async () => {
  const elsewhere = await startReceiver((socket) => socket.write(reply('{}')));
  const headers = { location: elsewhere.url };
  for (const http of [302, 307, 308]) {
    await standIn().fault({ action: { http, headers } });
    expect(await send()).toMatchObject({ outcome: 'refused', error: { code: 'provider_rejected' } });
  }
  expect(elsewhere.seen.connections).toBe(0);
  elsewhere.stop();
});

test('the token is sent only to the configured base URL, and to no other media host', async () => {
  const foreign = await startReceiver((socket) => socket.write(reply('the bytes')));
  const access = { baseUrl: standIn().url, graphVersion: 'v23.0', accessToken: TOKEN };
  const reading = { maxBytes: 100, take: () => Promise.resolve() };
  expect(await graph.read(access, foreign.url, reading)).toEqual({ outcome: 'ok', bytes: 9 });
  expect(foreign.seen.requests[0]).not.toContain(TOKEN);
  expect(foreign.seen.requests[0]?.toLowerCase()).not.toContain('authorization');

  await graph.read(access, `${standIn().url}/__media/1`, reading);
  const { requests } = await standIn().log();
  expect(requests.at(-1)?.headers['authorization']).toBe(`Bearer ${TOKEN}`);

  await standIn().fault({ action: { http: 302, headers: { location: foreign.url } } });
  expect(await graph.read(access, `${standIn().url}/__media/1`, reading)).toMatchObject({
    outcome: 'failed',
    status: 302,
  });
  expect(foreign.seen.requests).toHaveLength(1);
  foreign.stop();
});

test('a token in an error message from Meta is removed', async () => {
  const wrong = 'EAAJanotherToken42';
  const outcome = await driver.send(instance({ accessToken: wrong }), jobOf(TEXT));
  expect(outcome).toMatchObject({
    outcome: 'refused',
    error: { code: 'token_invalid', provider: { http_status: 401, title: 'Malformed access token [redacted]' } },
  });
  expect(JSON.stringify(outcome)).not.toContain(wrong);
});

test('a nearly used-up rate limit is reported', async () => {
  const usage = { 1: [{ type: 'whatsapp', call_count: 93, total_time: 4, estimated_time_to_regain_access: 7 }] };
  await standIn().fault({ action: { headers: { 'x-business-use-case-usage': JSON.stringify(usage) } } });
  const { effects } = await send();
  expect(effects).toMatchObject([{ kind: 'health', reason: { code: 'local_limit', active: true } }]);
  expect((await send()).effects).toBeUndefined();
});

test('another base URL than Meta’s needs the operator’s permission', () => {
  const validate = (text: string, isAllowed = true) => validateBaseUrl(text, isAllowed, egress.check);
  expect(validate('https://graph.facebook.com/', false)).toEqual({ ok: true, baseUrl: 'https://graph.facebook.com' });
  expect(validate('https://graph.example.com', false)).toMatchObject({ ok: false });
  expect(validate('https://Graph.Example.com/meta/')).toEqual({ ok: true, baseUrl: 'https://graph.example.com/meta' });
  expect(validate('http://127.0.0.1:8080')).toEqual({ ok: true, baseUrl: 'http://127.0.0.1:8080' });
  for (const text of [
    'http://graph.example.com',
    'https://10.0.0.1',
    'https://a@graph.example.com',
    'https://x.example.com/?a=1',
    'ftp://x',
  ])
    expect([text, validate(text).ok]).toEqual([text, false]);
});
