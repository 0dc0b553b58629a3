import { afterAll, describe, expect, test } from 'bun:test';

import { INBOX_URL } from '../../shared/webhooks/webhooks';
import { startServer } from '../support/app';
import { restClient, rpcClient } from '../support/client';
import { seedKey, seedMember, seedUser } from '../support/seed';
import { issues, URL_OF, webhookCalls } from './calls';

const server = await startServer();
afterAll(() => server.stop());

const newScene = () => webhookCalls(server);

describe('invalid webhooks', () => {
  test('an address that is not public https is refused, whatever its spelling', async () => {
    const { call } = await newScene();
    for (const url of [
      'http://hooks.example.com/',
      'https://localhost/',
      'https://localhost./',
      'https://127.0.0.1/',
      'https://127.1/',
      'https://0x7f.1/',
      'https://2130706433/',
      'https://0177.0.0.1/',
      'https://[::1]/',
      'https://[::ffff:127.0.0.1]/',
      'https://[64:ff9b::7f00:1]/',
      'https://169.254.169.254/latest/meta-data/',
      'https://10.0.0.1/',
      'https://192.168.1.1/',
      'https://intranet/',
      'https://printer.local/',
      'https://user:pass@hooks.example.com/',
      'https://hooks.example.com/#part',
      'https://hooks.example.com:22/',
      'ftp://hooks.example.com/',
      'javascript:alert(1)',
      'switchboard://other',
      `${INBOX_URL}?status=99`,
      `${INBOX_URL}?delay_ms=30001`,
      `${INBOX_URL}?nonsense=1`,
      'nonsense',
    ]) {
      const answer = await call('POST', '/webhooks', { url, events: ['*'] });
      expect([url, answer.status, answer.body.code]).toEqual([url, 422, 'unprocessable']);
      expect([url, issues(answer)[0]?.split(' ')[0]]).toEqual([url, '/url']);
    }
    expect((await call('GET', '/webhooks')).body.data).toEqual([]);
  });

  test('invalid types, headers, secrets and delays are refused with their field', async () => {
    const { call } = await newScene();
    const refusal = async (change: object) => {
      const answer = await call('POST', '/webhooks', { url: URL_OF('a'), events: ['*'], ...change });
      return [answer.status, ...issues(answer).map((issue) => issue.split(' ')[0])];
    };
    const answer = await call('POST', '/webhooks', { url: URL_OF('a'), events: ['api_key.revokd', 'nothing.*', ''] });
    expect(answer.status).toBe(400);
    expect(issues(answer).map((issue) => issue.split(' ')[0])).toEqual(['/events/0', '/events/1', '/events/2']);
    expect(answer.body.errors[0].message).toContain('did you mean api_key.revoked?');
    expect(await refusal({ events: Array.from({ length: 51 }, () => '*') })).toEqual([400, '/events']);
    expect(await refusal({ events: [{ toString: null }] })).toEqual([400, '/events/0']);
    expect(await refusal({ headers: { host: 'x' } })).toEqual([400, '/headers/host']);
    expect(await refusal({ headers: { 'webhook-id': 'x' } })).toEqual([400, '/headers/webhook-id']);
    expect(await refusal({ headers: { 'a,b': 'x' } })).toEqual([400, '/headers/a,b']);
    expect(await refusal({ headers: { a: 'x\r\ny' } })).toEqual([400, '/headers/a']);
    expect(await refusal({ headers: { a: '漢' } })).toEqual([400, '/headers/a']);
    expect(await refusal({ headers: { a: '1', A: '2' } })).toEqual([422, '/headers/A']);
    expect(await refusal({ headers: { a: '••••' } })).toEqual([422, '/headers/a']);
    for (const secret of [
      `whsec_${Buffer.alloc(23, 1).toString('base64')}`,
      `whsec_${Buffer.alloc(65, 1).toString('base64')}`,
      `whsec_${Buffer.alloc(32, 255).toString('base64url')}`,
      'whsec_',
    ]) {
      expect(await refusal({ secret })).toEqual([400, '/secret']);
    }
    for (const delays of [[], [0], [86_401], Array(16).fill(1)]) {
      expect((await refusal({ retry: { delays_seconds: delays } }))[0]).toBe(400);
    }
    expect(await refusal({ retry: { delays_seconds: Array(8).fill(86_400) } })).toEqual([422, '/retry/delays_seconds']);
    expect(await refusal({ expires_at: '2020-01-01T00:00:00Z' })).toEqual([422, '/expires_at']);
    expect((await call('GET', '/webhooks')).body.data).toEqual([]);
  });

  test('a workspace has fifty webhooks and one inbox', async () => {
    const { call, create } = await newScene();
    await create({ url: INBOX_URL });
    expect(issues(await call('POST', '/webhooks', { url: `${INBOX_URL}?status=503`, events: ['*'] }))).toEqual([
      '/url duplicate',
    ]);
    for (let made = 1; made < 50; made += 1) await create();
    const refused = await call('POST', '/webhooks', { url: URL_OF('a'), events: ['*'] });
    expect([refused.status, refused.body.code]).toEqual([422, 'unprocessable']);
  });
});

describe('isolation', () => {
  test('another workspace sees nothing of it', async () => {
    const mine = await newScene();
    const theirs = await newScene();
    const { id } = await theirs.create();
    expect((await mine.call('GET', '/webhooks')).body.data).toEqual([]);
    for (const [method, path, body] of [
      ['GET', `/webhooks/${id}`, undefined],
      ['PATCH', `/webhooks/${id}`, { name: 'x' }],
      ['POST', `/webhooks/${id}/enable`, {}],
      ['POST', `/webhooks/${id}/rotate-secret`, {}],
      ['POST', `/webhooks/${id}/test`, {}],
      ['DELETE', `/webhooks/${id}`, undefined],
    ] as const) {
      expect([path, (await mine.call(method, path, body)).status]).toEqual([path, 404]);
    }
    const replay = await mine.call('POST', '/webhook-replays', { webhook_id: id, after_sequence: 0 });
    expect([replay.status, issues(replay)]).toEqual([422, ['/webhook_id related_not_found']]);
    expect((await mine.call('GET', `/webhook-deliveries?webhook_id=${id}`)).body.data).toEqual([]);
  });

  test('a key subscribes only to what it reads, and sees only such webhooks', async () => {
    const { workspaceId, create } = await newScene();
    const { id } = await create({ events: ['api_key.revoked'] });
    const { id: all } = await create({ events: [] });
    const { secret } = await seedKey(workspaceId, {
      kind: 'lk',
      scopes: ['webhooks:write', 'links:read', 'models:read'],
    });
    const call = restClient(server.url, secret);
    expect((await call('GET', '/webhooks')).body.data.map((one: { id: string }) => one.id)).toEqual([all]);
    expect((await call('GET', `/webhooks/${id}`)).status).toBe(404);
    for (const events of [['api_key.revoked'], ['api_key.*'], ['member.added', 'webhook.*']]) {
      const refused = await call('POST', '/webhooks', { url: URL_OF('a'), events });
      expect([events, refused.status, refused.body.code]).toEqual([events, 403, 'insufficient_scope']);
    }
    // A star is what it reads: its own webhooks, and no keys.
    const mine = await call('POST', '/webhooks', { url: URL_OF('a'), events: ['*'] });
    expect(mine.status).toBe(201);
    expect((await call('GET', '/webhooks?event_type=api_key.revoked')).body.data).toEqual([]);
    const refusedTest = await call('POST', `/webhooks/${mine.body.id}/test`, { event_type: 'api_key.revoked' });
    expect([refusedTest.status, refusedTest.body.code]).toEqual([403, 'insufficient_scope']);
  });

  test('a key without the scope is refused', async () => {
    const { workspaceId } = await newScene();
    const { secret } = await seedKey(workspaceId, { scopes: ['webhooks:read', 'models:read'] });
    const call = restClient(server.url, secret);
    expect((await call('GET', '/webhooks')).status).toBe(200);
    expect((await call('POST', '/webhooks', { url: URL_OF('a'), events: ['*'] })).body.code).toBe('insufficient_scope');
    const { secret: none } = await seedKey(workspaceId, { scopes: ['models:read'] });
    expect((await restClient(server.url, none)('GET', '/webhooks')).body.code).toBe('insufficient_scope');
  });

  test('a viewer reads, a developer writes', async () => {
    const { workspaceId } = await newScene();
    const calls = await Promise.all(
      (['viewer', 'developer'] as const).map(async (role) => {
        const user = await seedUser();
        await seedMember(workspaceId, user.id, role);
        return rpcClient(server.url, { cookie: user.cookieFor(server.services.config.baseUrl), workspaceId });
      }),
    );
    const [viewer, developer] = calls;
    if (!viewer || !developer) throw new Error('No callers.');
    const made = await developer.webhooks.create.mutate({ url: URL_OF('a'), events: ['workspace.*'] });
    expect((await viewer.webhooks.list.query({})).data.map(({ id }) => id)).toEqual([made.id]);
    expect(viewer.webhooks.create.mutate({ url: URL_OF('a'), events: ['workspace.*'] })).rejects.toThrow();
    // A viewer does not read keys, so a webhook that gets them is not there.
    await developer.webhooks.create.mutate({ url: URL_OF('b'), events: ['api_key.*'] });
    expect((await viewer.webhooks.list.query({})).data).toHaveLength(1);
  });
});
