import { afterAll, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { inboundRequests } from '../../server/automation/schema/inbound';
import { queries } from '../../server/db/database';
import { seedKey } from '../support/seed';
import { inboundScenes } from './inbound-scenes';
import { startAutomation } from './support';

const server = await startAutomation();
afterAll(() => server.stop());
const scene = inboundScenes(server);

test('a request of another system is published, and shown in the response, the log and the events', async () => {
  const { endpoint, pathOf, send, request, publication, events } = await scene();
  const hook = await endpoint();
  expect(hook).toMatchObject({ status: 'active', auth: { mode: 'url_token' }, version: 1, warnings: [] });
  expect(hook.url_with_token).toBe(`${hook.url}/${hook.token}`);

  const answer = await send(pathOf(hook), { body: { message: 'Version 2 is out.' } });
  expect(answer.status).toBe(202);
  expect(answer.body).toMatchObject({ status: 'accepted', reason: null, duplicate: false });
  const [published] = answer.body.publications;
  expect(await publication(published.id)).toMatchObject({
    content: { text: 'Version 2 is out.' },
    source: { kind: 'inbound', inbound_request_id: answer.body.id, endpoint_id: hook.id },
  });
  expect(await request(answer.body.id)).toMatchObject({
    endpoint_id: hook.id,
    endpoint_version: 1,
    method: 'POST',
    content_type: 'application/json',
    status: 'accepted',
    body: { message: 'Version 2 is out.' },
    body_truncated: false,
    size: 31,
  });
  const [received] = await events('automation.inbound_request.received');
  expect(received?.data).toMatchObject({ id: answer.body.id, body: { message: 'Version 2 is out.' } });
  expect(await events('automation.endpoint.created')).toHaveLength(1);
});

test('an unknown id, a wrong token, a missing one and an endpoint of another mode answer the same bytes', async () => {
  const { endpoint, send, lastRow } = await scene();
  const hook = await endpoint();
  const signed = await endpoint({ preset: 'github' });
  const paths = [
    'iep_01jd9x3k2mf8v9q4zt7w5b6n0c/abc',
    'iep_01jd9x3k2mf8v9q4zt7w5b6n0c',
    'nonsense',
    `${hook.id}/${'x'.repeat(43)}`,
    hook.id,
    `${signed.id}/${hook.token}`,
  ];
  const seen = new Set<string>();
  for (const path of paths) {
    const { status, body } = await send(path, { body: { message: 'Hi' } });
    expect(status).toBe(404);
    seen.add(JSON.stringify({ ...body, request_id: '', instance: '' }));
  }
  expect(seen.size).toBe(1);
  expect(await lastRow(hook.id)).toBeUndefined();
});

test('a form, text and a query are understood; a name that comes twice is a list', async () => {
  const { endpoint, pathOf, send, publication } = await scene();
  const list = { content: { text: '{{ body.to | join: "+" }}: {{ body.message }}' } };
  const form = await endpoint({ mapping: list, methods: ['POST', 'GET', 'PUT'] });
  const textOf = async (answer: { body: { publications: { id: string }[] } }) =>
    (await publication(answer.body.publications[0]?.id ?? '')).content.text;

  const sent = await send(pathOf(form), { body: new URLSearchParams('to=a&to=b&message=Hi') });
  expect(await textOf(sent)).toBe('a+b: Hi');
  const asked = await send(`${pathOf(form)}?to=c&to=d&message=Ho`, { method: 'GET' });
  expect(await textOf(asked)).toBe('c+d: Ho');
  const put = await send(pathOf(form), {
    method: 'PUT',
    body: '\uFEFF{"to":["e"],"message":"Bom"}',
    headers: JSON_TYPE,
  });
  expect(await textOf(put)).toBe('e: Bom');

  const plain = await endpoint({ mapping: { content: { text: '{{ body }}' } } });
  const text = await send(pathOf(plain), { body: 'Just text', headers: { 'content-type': 'text/plain' } });
  expect(await textOf(text)).toBe('Just text');
  const latin = await send(pathOf(plain), {
    body: new Uint8Array([0x63, 0x61, 0x66, 0xe9]),
    headers: { 'content-type': 'text/plain; charset=iso-8859-1' },
  });
  expect(await textOf(latin)).toBe('café');
});

const JSON_TYPE = { 'content-type': 'application/json' };

test('each invalid body is refused with its reason, and authenticated requests can be read', async () => {
  const { endpoint, pathOf, send, request, requests, events } = await scene();
  const hook = await endpoint({ max_bytes: 1024 });
  const at = pathOf(hook);
  const deep = '['.repeat(33) + ']'.repeat(33);
  const stream = () =>
    new ReadableStream({
      start(controller) {
        for (let sent = 0; sent < 4; sent += 1) controller.enqueue(new TextEncoder().encode('x'.repeat(512)));
        controller.close();
      },
    });
  const table: [string, Parameters<typeof send>[1], number, string, string][] = [
    ['empty', { body: '', headers: JSON_TYPE }, 400, 'validation_failed', 'payload_missing'],
    ['blank', { body: '  ', headers: JSON_TYPE }, 400, 'validation_failed', 'payload_missing'],
    ['no JSON', { body: '{"a":', headers: JSON_TYPE }, 400, 'malformed_json', 'unparsable_body'],
    ['too deep', { body: deep, headers: JSON_TYPE }, 400, 'malformed_json', 'unparsable_body'],
    [
      'no UTF-8',
      { body: new Uint8Array([0x22, 0xff, 0x22]), headers: JSON_TYPE },
      400,
      'malformed_json',
      'unparsable_body',
    ],
    [
      'no form',
      { body: 'x', headers: { 'content-type': 'multipart/form-data; boundary=b' } },
      400,
      'malformed_json',
      'unparsable_body',
    ],
    ['too long', { body: `"${'x'.repeat(1024)}"`, headers: JSON_TYPE }, 413, 'payload_too_large', 'payload_too_large'],
    ['too long, uncounted', { body: stream(), headers: JSON_TYPE }, 413, 'payload_too_large', 'payload_too_large'],
    [
      'wrong type',
      { body: '<a/>', headers: { 'content-type': 'application/xml' } },
      415,
      'unsupported_media_type',
      'unsupported_content_type',
    ],
    [
      'compressed',
      { body: Bun.gzipSync('{"message":"Hi"}'), headers: { ...JSON_TYPE, 'content-encoding': 'gzip' } },
      415,
      'unsupported_media_type',
      'unsupported_content_encoding',
    ],
    [
      'wrong method',
      { method: 'PUT', body: '{}', headers: JSON_TYPE },
      405,
      'method_not_allowed',
      'method_not_allowed',
    ],
  ];
  for (const [name, call, status, code, reason] of table) {
    const answer = await send(at, call);
    expect([name, answer.status, answer.body.code, answer.body.errors?.[0].code]).toEqual([name, status, code, reason]);
  }
  expect((await send(at, { method: 'PUT', body: '{}' })).headers.get('allow')).toBe('POST, HEAD, OPTIONS');

  const unparsable = await requests('&reason=unparsable_body');
  expect(unparsable).toHaveLength(4);
  expect(await request(unparsable[3].id)).toMatchObject({ status: 'rejected', stage: 'parse', body: '{"a":' });
  expect((await events('automation.inbound_request.rejected')).map(({ data }) => data.reason)).toEqual([
    'payload_missing',
    'payload_missing',
    ...Array.from({ length: 4 }, () => 'unparsable_body'),
  ]);
});

test('a header, Basic and an API key authenticate their endpoints; a key in the path does not', async () => {
  const { endpoint, send, keyOf, workspaceId } = await scene();
  const body = { message: 'Hi' };
  const byHeader = await endpoint({ auth: { mode: 'header', header: 'X-Hook' } });
  expect((await send(byHeader.id, { body, headers: { 'x-hook': byHeader.secret ?? '' } })).status).toBe(202);
  const wrong = await send(byHeader.id, { body, headers: { 'x-hook': 'nonsense' } });
  expect([wrong.status, wrong.body.code, wrong.body.errors[0].code]).toEqual([401, 'invalid_api_key', 'unauthorized']);
  expect((await send(byHeader.id, { body })).body.code).toBe('missing_api_key');

  const basic = await endpoint({ auth: { mode: 'basic', username: 'hooks' }, secret: 'correct:horse' });
  const as = (pair: string) => ({ authorization: `Basic ${btoa(pair)}` });
  expect((await send(basic.id, { body, headers: as('hooks:correct:horse') })).status).toBe(202);
  expect((await send(basic.id, { body, headers: as('other:correct:horse') })).status).toBe(401);
  expect((await send(basic.id, { body })).headers.get('www-authenticate')).toStartWith('Basic');

  const byKey = await endpoint({ auth: { mode: 'api_key' } });
  expect((await send(byKey.id, { body })).body.code).toBe('missing_api_key');
  const publish = await keyOf({ kind: 'au', scopes: ['automation.inbound:publish'] });
  expect((await publish('POST', `/inbound/${byKey.id}`, body)).status).toBe(202);
  expect((await publish('POST', `/inbound/${byHeader.id}`, body)).status).toBe(202);
  const reader = await keyOf({ kind: 'au', scopes: ['automation.endpoints:read'] });
  expect((await reader('POST', `/inbound/${byKey.id}`, body)).body).toMatchObject({ code: 'insufficient_scope' });
  const narrowed = await keyOf({
    kind: 'au',
    scopes: ['automation.inbound:publish'],
    resources: { inbound_endpoints: [byHeader.id] },
  });
  expect((await narrowed('POST', `/inbound/${byKey.id}`, body)).status).toBe(404);
  const other = await scene();
  expect((await (await other.keyOf({ fullAccess: true }))('POST', `/inbound/${byKey.id}`, body)).status).toBe(404);

  const { secret } = await seedKey(workspaceId, {}, server.services.store);
  const hook = await endpoint();
  const leaked = await send(`${hook.id}/${secret}`, { body });
  expect([leaked.status, leaked.body.code]).toEqual([401, 'invalid_api_key']);
  expect(JSON.stringify(leaked.body)).not.toContain(secret);
});

test('addresses and origins that are not allowed are refused; preflights are answered', async () => {
  const { endpoint, pathOf, send, keyOf } = await scene();
  const body = { message: 'Hi' };
  const local = await endpoint({ allowed_cidrs: ['10.0.0.0/8'] });
  expect((await send(pathOf(local), { body })).body).toMatchObject({ code: 'ip_not_allowed' });

  const hook = await endpoint();
  const from = { origin: 'https://shop.example.com' };
  expect((await send(pathOf(hook), { body, headers: from })).body).toMatchObject({ code: 'origin_not_allowed' });
  const open = await endpoint({ allowed_origins: ['https://shop.example.com'] });
  const answer = await send(pathOf(open), { body, headers: from });
  expect(answer.status).toBe(202);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect((await send(pathOf(open), { body, headers: { origin: 'https://evil.example.com' } })).status).toBe(403);
  const preflight = await send(pathOf(hook), { method: 'OPTIONS', headers: from });
  expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([
    204,
    'POST, PUT, GET, HEAD, OPTIONS',
  ]);

  const publishable = await keyOf({
    kind: 'pk',
    scopes: ['automation.inbound:publish'],
    allowedOrigins: ['https://shop.example.com'],
  });
  expect((await publishable('POST', `/inbound/${hook.id}`, body, from)).status).toBe(202);
  expect((await publishable('POST', `/inbound/${hook.id}`, body, { origin: 'https://evil.example.com' })).status).toBe(
    403,
  );
  const free = await endpoint({ dynamic_targets: 'any' });
  expect((await publishable('POST', `/inbound/${free.id}`, body, from)).body).toMatchObject({
    code: 'grant_exceeds_caller',
  });
});

test('HEAD with valid credentials is answered and stores nothing', async () => {
  const { endpoint, pathOf, send, lastRow } = await scene();
  const hook = await endpoint();
  expect((await send(pathOf(hook), { method: 'HEAD' })).status).toBe(200);
  expect((await send(`${hook.id}/wrong`, { method: 'HEAD' })).status).toBe(404);
  expect(await lastRow(hook.id)).toBeUndefined();
});

test('the rate counts only authenticated calls, a paused endpoint accepts nothing, a deleted one is not found', async () => {
  const { call, endpoint, expectStatus, pathOf, send, events } = await scene();
  const body = { message: 'Hi' };
  const hook = await endpoint({ rate_limit_per_minute: 2 });
  for (let tries = 0; tries < 3; tries += 1) expect((await send(`${hook.id}/wrong`, { body })).status).toBe(404);
  expect((await send(pathOf(hook), { body })).status).toBe(202);
  expect((await send(pathOf(hook), { body })).status).toBe(202);
  const limited = await send(pathOf(hook), { body });
  expect([limited.status, limited.body.code, limited.body.errors[0].code]).toEqual([
    429,
    'rate_limited',
    'rate_limited',
  ]);
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);

  const paused = await endpoint({ status: 'paused' });
  expect((await send(pathOf(paused), { body })).body).toMatchObject({
    code: 'invalid_state',
    errors: [{ code: 'endpoint_paused' }],
  });
  await expectStatus(200, 'PATCH', `/inbound-endpoints/${paused.id}`, { status: 'active' });
  expect((await send(pathOf(paused), { body })).status).toBe(202);

  expect((await call('DELETE', `/inbound-endpoints/${paused.id}`, undefined, { 'if-match': '"1"' })).status).toBe(412);
  await expectStatus(204, 'DELETE', `/inbound-endpoints/${paused.id}`);
  expect((await send(pathOf(paused), { body })).status).toBe(404);
  expect(await events('automation.endpoint.deleted')).toHaveLength(1);
});

test('unauthenticated calls write at most a hundred rows an hour and no event', async () => {
  const { endpoint, send, events } = await scene();
  const hook = await endpoint({ allowed_cidrs: ['10.0.0.0/8'], auth: { mode: 'header', header: 'x-hook' } });
  for (let tries = 0; tries < 105; tries += 1) await send(hook.id, { body: { message: 'Hi' } });
  const rows = await queries(server.services.store)
    .select()
    .from(inboundRequests)
    .where(eq(inboundRequests.endpointId, hook.id));
  expect(rows).toHaveLength(100);
  expect(rows[0]).toMatchObject({ status: 'rejected', reason: 'ip_not_allowed', stage: 'authenticate' });
  expect(await events('automation.inbound_request.rejected')).toEqual([]);
});
