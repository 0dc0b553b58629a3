import { afterAll, describe, expect, test } from 'bun:test';

import { startServer } from '../support/app';
import { issues, URL_OF, webhookCalls } from './calls';

const server = await startServer();
afterAll(() => server.stop());

const newScene = () => webhookCalls(server);

describe('a webhook', () => {
  test('is created with a secret that is shown once, and emits an event', async () => {
    const { call, create, types, keyId } = await newScene();
    const made = await create({ name: 'Billing', headers: { authorization: 'Bearer s3cr3t-value' } });
    expect(made).toMatchObject({
      url: URL_OF('a'),
      name: 'Billing',
      status: 'active',
      headers: { authorization: '••••' },
      retry: { preset: 'standard' },
      timeout_seconds: 15,
      max_in_flight: 8,
      created_by: { key_id: keyId },
      created_sequence: 0,
      health: { status: 'healthy', pending_count: 0 },
    });
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(made.secrets).toEqual([
      { masked_secret: `whsec_…${made.secret.slice(-4)}`, created_at: made.created_at, expires_at: null },
    ]);

    const { secret: _, ...rest } = made;
    const read = await call('GET', `/webhooks/${made.id}`);
    expect([read.status, read.headers.get('etag'), read.body]).toEqual([200, '"1"', rest]);
    expect(JSON.stringify(read.body)).not.toContain('s3cr3t');
    expect(await types()).toEqual(['webhook.created']);
  });

  test('is created once per Idempotency-Key, and a repeated response shows no secret', async () => {
    const { call } = await newScene();
    const body = { url: URL_OF('once'), events: ['*'] };
    const header = { 'Idempotency-Key': crypto.randomUUID() };
    const answers = await Promise.all(Array.from({ length: 20 }, () => call('POST', '/webhooks', body, header)));
    const made = answers.filter(({ status }) => status === 201);
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    expect(made.filter(({ body: { secret } }) => secret !== null)).toHaveLength(1);
    expect((await call('GET', '/webhooks')).body.data).toHaveLength(1);
  });

  test('changes field by field, keeps hidden values, and checks its version', async () => {
    const { call, create, types } = await newScene();
    const { id } = await create({ headers: { authorization: 'one', 'x-team': 'two' } });
    const changed = await call('PATCH', `/webhooks/${id}`, {
      name: 'New',
      events: ['api_key.revoked'],
      headers: { authorization: '••••', 'x-new': 'three' },
      retry: { delays_seconds: [1, 2, 3] },
    });
    expect(changed).toMatchObject({
      status: 200,
      body: {
        name: 'New',
        events: ['api_key.revoked'],
        headers: { authorization: '••••', 'x-new': '••••' },
        retry: { delays_seconds: [1, 2, 3] },
        version: 2,
      },
    });
    const stale = await call('PATCH', `/webhooks/${id}`, { name: 'Late' }, { 'If-Match': '"1"' });
    expect([stale.status, stale.body.code]).toEqual([412, 'precondition_failed']);
    const unknown = await call('PATCH', `/webhooks/${id}`, { headers: { 'x-none': '••••' } });
    expect([unknown.status, issues(unknown)]).toEqual([422, ['/headers/x-none required']]);
    expect(await types()).toEqual(['webhook.created', 'webhook.updated']);
  });

  test('is paused, enabled and disabled, each once', async () => {
    const { call, create, types } = await newScene();
    const { id } = await create();
    const go = async (verb: string) => (await call('POST', `/webhooks/${id}/${verb}`)).body.status;
    expect([await go('pause'), await go('pause')]).toEqual(['paused', 'paused']);
    expect([await go('disable'), await go('disable')]).toEqual(['disabled', 'disabled']);
    const { body } = await call('GET', `/webhooks/${id}`);
    expect([body.disabled_reason, typeof body.disabled_at]).toEqual(['user', 'string']);
    expect((await call('POST', `/webhooks/${id}/pause`)).body.code).toBe('invalid_state');
    expect([await go('enable'), await go('enable')]).toEqual(['active', 'active']);
    expect(await types()).toEqual(['webhook.created', 'webhook.paused', 'webhook.disabled', 'webhook.enabled']);
  });

  test('is deleted, and then not found', async () => {
    const { call, create } = await newScene();
    const { id } = await create();
    expect((await call('DELETE', `/webhooks/${id}`)).status).toBe(204);
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/pause'],
      ['POST', '/test'],
      ['GET', '/health'],
    ] as const) {
      expect((await call(method, `/webhooks/${id}${path}`)).status).toBe(404);
    }
    expect((await call('GET', '/webhooks')).body.data).toEqual([]);
  });

  test('rotates its secret with overlap, at most five old ones', async () => {
    const { call, create } = await newScene();
    const { id, secret } = await create();
    const rotate = (body: object) => call('POST', `/webhooks/${id}/rotate-secret`, body);
    const own = `whsec_${Buffer.alloc(24, 9).toString('base64')}`;
    const first = await rotate({ secret: own });
    expect([first.status, first.body.secret, first.body.secrets.length]).toEqual([200, own, 2]);
    expect(first.body.secrets[1].masked_secret).toBe(`whsec_…${secret.slice(-4)}`);
    expect(issues(await rotate({ secret: own }))).toEqual(['/secret duplicate']);
    for (let turn = 0; turn < 4; turn += 1) expect((await rotate({})).status).toBe(200);
    expect((await rotate({})).body.code).toBe('invalid_state');
    const ended = await rotate({ overlap_seconds: 0 });
    expect(ended.body.secrets).toHaveLength(1);
  });

  test('ends an older secret at its time or sooner, whatever later rotations overlap', async () => {
    const { call, create } = await newScene();
    const { id } = await create();
    const rotate = async (seconds: number): Promise<string[]> => {
      const { body } = await call('POST', `/webhooks/${id}/rotate-secret`, { overlap_seconds: seconds });
      return body.secrets.map(({ expires_at }: { expires_at: string }) => expires_at);
    };
    const [, first] = await rotate(600);
    const [, second, unchanged] = await rotate(3600);
    expect([unchanged, second && first && second > first]).toEqual([first, true]);
    const [, ...older] = await rotate(60);
    expect(older.map((end) => end < (first ?? ''))).toEqual([true, true, true]);
  });
});

describe('a list of webhooks', () => {
  test('is paged in every order, and filtered', async () => {
    const { call, create } = await newScene();
    for (const name of ['b', 'C', 'a']) await create({ name, url: URL_OF(name.toLowerCase()) });
    await create({ name: 'd', events: ['member.added'], source: 'n8n' });
    const names = async (query: string): Promise<string[]> => {
      const found: string[] = [];
      for (let cursor = ''; ;) {
        const { body } = await call('GET', `/webhooks?limit=2&${query}${cursor}`);
        found.push(...body.data.map(({ name }: { name: string }) => name));
        if (!body.has_more) return found;
        cursor = `&cursor=${body.next_cursor}`;
      }
    };
    expect(await names('')).toEqual(['d', 'a', 'C', 'b']);
    expect(await names('sort=created_at')).toEqual(['b', 'C', 'a', 'd']);
    expect(await names('sort=name')).toEqual(['a', 'b', 'C', 'd']);
    expect(await names('sort=-name')).toEqual(['d', 'C', 'b', 'a']);
    expect(await names('event_type=member.added')).toEqual(['d']);
    expect(await names('source=n8n')).toEqual(['d']);
    expect(await names('q=//c.')).toEqual(['C']);
    expect(await names('status=paused,disabled')).toEqual([]);
  });
});
