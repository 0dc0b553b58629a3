import { describe, expect, test } from 'bun:test';

import Anthropic from '@anthropic-ai/sdk';

import { createProvider } from '../../server/ai/providers/create';
import { discover } from '../../server/ai/providers/openai-compatible';
import type { DiscoverySuccess } from '../../server/ai/providers/provider';
import { AiProviderConfig } from '../../shared/ai/providers';
import { startServer } from '../support/app';
import { restClient } from '../support/client';
import { seedKey, seedWorkspace } from '../support/seed';
import { Upstream } from './upstream';

const LIST = { object: 'list', data: [{ id: 'a' }, { id: 'b' }] };

const ask = ({ url }: Upstream) => discover({ slug: 'p', baseUrl: `${url}/v1`, headers: {}, timeoutMs: 30_000 });

async function listed(upstream: Upstream): Promise<DiscoverySuccess> {
  const result = await ask(upstream);
  if (!result.ok) throw new Error(`${result.code}: ${result.detail}`);
  return result;
}

const ids = (result: DiscoverySuccess) => result.models.map((model) => model.id);

describe('a list in pages, as Anthropic has it', () => {
  /** Five models, two a page. */
  const pages = () => {
    const all = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, type: 'model' }));
    return (request: Request) => {
      const { searchParams } = new URL(request.url);
      const start = all.findIndex(({ id }) => id === searchParams.get('after_id')) + 1;
      const data = all.slice(start, start + 2);
      return Response.json({
        data,
        has_more: start + 2 < all.length,
        first_id: data[0]?.id ?? null,
        last_id: data.at(-1)?.id ?? null,
      });
    };
  };

  test('is read to its end', async () => {
    await using upstream = new Upstream().answer('/v1/models', pages());
    const result = await listed(upstream);
    expect(ids(result)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(result.urlUsed).toBe(`${upstream.url}/v1/models`);
    expect(upstream.requests.length).toBe(3);
  });

  test('is asked for in large pages where the provider is one of Anthropic', async () => {
    const limits: (string | null)[] = [];
    await using upstream = new Upstream().answer('/v1/models', (request) => {
      limits.push(new URL(request.url).searchParams.get('limit'));
      return Response.json(LIST);
    });
    const config = { slug: 'p', type: 'anthropic', base_url: upstream.url } as const;
    expect(await createProvider(AiProviderConfig.parse(config)).discover()).toMatchObject({ ok: true });
    expect(limits.at(-1)).toBe('1000');
  });

  test('that fails in the middle is no list, so that no model disappears', async () => {
    const page = pages();
    await using upstream = new Upstream().answer('/v1/models', (request) =>
      request.url.includes('after_id=b') ? new Response('oops', { status: 500 }) : page(request),
    );
    expect(await ask(upstream)).toMatchObject({ ok: false, code: 'provider_error' });
  });

  test('that repeats the same page, or never ends, is not read further', async () => {
    const same = { ...LIST, has_more: true, last_id: 'b' };
    await using upstream = new Upstream().json('/v1/models', same);
    expect(ids(await listed(upstream))).toEqual(['a', 'b']);
    expect(upstream.requests.length).toBe(2);

    let page = 0;
    await using endless = new Upstream().answer('/v1/models', () => {
      page += 1;
      return Response.json({ data: [{ id: `m${page}` }], has_more: true, last_id: `m${page}` });
    });
    expect(ids(await listed(endless)).length).toBe(20);
  });
});

describe('our own list', () => {
  const models = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }));
  const providers = [{ slug: 'p', base_url: 'http://127.0.0.1:9/v1', discover: false, models }];
  const all = models.map(({ id }) => `p/${id}`);

  test('is paged by the Anthropic client in both directions', async () => {
    const server = await startServer({ aiSandbox: false, aiProviders: JSON.stringify(providers) });
    const { secret } = await seedKey(await seedWorkspace());
    const client = new Anthropic({ baseURL: `${server.url}/api`, authToken: secret, apiKey: null, maxRetries: 0 });
    const readAll = async (query: { limit?: number; after_id?: string; before_id?: string }) => {
      const read: string[] = [];
      for await (const model of client.models.list(query)) read.push(model.id);
      return read;
    };
    expect(await readAll({})).toEqual(all);
    expect(await readAll({ limit: 2 })).toEqual(all);
    expect(await readAll({ limit: 2, after_id: 'p/b' })).toEqual(['p/c', 'p/d', 'p/e']);
    expect(await readAll({ limit: 2, before_id: 'p/d' })).toEqual(['p/b', 'p/c', 'p/a']);

    const call = restClient(server.url, secret);
    for (const [query, expected] of [
      ['after_id=p/none', []],
      ['before_id=p/none', []],
      ['after_id=p/a&before_id=p/d', ['p/b', 'p/c']],
      ['after_id=p/d&before_id=p/a', []],
      ['before_id=p/d&limit=2', ['p/b', 'p/c']],
    ] as const) {
      const { status, body } = await call('GET', `/models?${query}`);
      expect(status).toBe(200);
      expect((body as { data: { id: string }[] }).data.map(({ id }) => id)).toEqual([...expected]);
    }
    const first = await call('GET', '/models?after_id=p/a&limit=2');
    const { next_cursor: cursor } = first.body as { next_cursor: string };
    const { body: second } = await call('GET', `/models?after_id=p/a&limit=2&cursor=${encodeURIComponent(cursor)}`);
    expect((second as { data: { id: string }[] }).data.map(({ id }) => id)).toEqual(['p/d', 'p/e']);
    await server.stop();
  });
});
