import { describe, expect, test } from 'bun:test';

import type { Discovery } from '../../server/ai/providers/provider';
import { Model, ModelWarning } from '../../shared/ai/models';
import {
  failure,
  HOUR,
  listed,
  MemoryStore,
  MINUTE,
  models,
  providerAt,
  ScriptedProvider,
  START,
  TestCatalogue,
} from './catalogue';
import { Upstream } from './upstream';

const never = new Promise<Discovery>(() => undefined);

function dated(created: number): Discovery {
  const answer = models('a');
  return answer.ok ? { ...answer, models: answer.models.map((model) => ({ ...model, created })) } : answer;
}

describe('first requests', () => {
  test('of a hundred callers share one call upstream', async () => {
    await using upstream = new Upstream().json('/v1/models', { data: [{ id: 'a' }] });
    await using house = new TestCatalogue([providerAt(upstream.url)]);
    await house.catalogue.start();

    const seen = await Promise.all(
      Array.from({ length: 100 }, async () => {
        await house.catalogue.firstFetch();
        return house.models('p').join();
      }),
    );
    expect(new Set(seen)).toEqual(new Set(['p/a: available']));
    // The address without /v1 has no list, so there are two requests, not two hundred.
    expect(upstream.requests).toEqual(['GET /models', 'GET /v1/models']);
  });

  test('wait for a hanging provider once, and never again', async () => {
    const provider = new ScriptedProvider('p', never);
    const house = new TestCatalogue([provider, new ScriptedProvider('q')], { firstWaitMs: 30 });
    const wait = house.catalogue.firstFetch();
    expect(house.catalogue.firstFetch()).toBe(wait);
    await wait;
    expect(house.catalogue.firstFetch()).toBeUndefined();
    expect(house.models('q')).toEqual(['q/a: available']);
    expect(house.listing('p')).toMatchObject({
      status: 'stale',
      empty: true,
      warnings: [{ code: 'provider_timeout', fallback: 'none' }],
    });
  });

  test('do not wait for a provider that has failed', async () => {
    const house = await listed(new ScriptedProvider('p', failure()));
    expect(house.catalogue.firstFetch()).toBeUndefined();
  });
});

describe('several processes', () => {
  test('ask a provider once, and all get the result', async () => {
    const provider = new ScriptedProvider('p');
    const one = await listed(provider);
    const two = new TestCatalogue([provider], { shared: one.store, owner: 'two' });
    await two.catalogue.tick();
    expect(provider.asked).toBe(1);
    expect(two.models('p')).toEqual(['p/a: available']);

    provider.answer = models('b');
    await one.pass(5 * MINUTE);
    await two.pass(6 * MINUTE);
    expect(provider.asked).toBe(2);
    expect(two.models('p')).toEqual(['p/b: available']);
  });

  test('continue when the holder of the lease is gone', async () => {
    const provider = new ScriptedProvider('p');
    const shared = new MemoryStore();
    shared.leases.set('p', { owner: 'gone', until: START + MINUTE });
    const house = await listed(provider, { shared });
    expect(provider.asked).toBe(0);
    await house.pass(MINUTE);
    expect(provider.asked).toBe(1);
  });
});

describe('the version', () => {
  test('grows only when the list changes', async () => {
    const provider = new ScriptedProvider('p');
    const house = await listed(provider);
    const versions = [house.catalogue.version];
    const next = async (answer: Discovery, wait = 10 * MINUTE) => {
      provider.answer = answer;
      await house.pass(wait);
      versions.push(house.catalogue.version);
      return (versions.at(-1) ?? 0) > (versions.at(-2) ?? 0);
    };

    const before = house.catalogue.listings;
    expect(await next(models('a'))).toBe(false);
    expect(house.catalogue.listings).toBe(before);
    expect(await next(models('a', 'b'))).toBe(true);
    expect(await next(failure())).toBe(true);
    expect(await next(failure())).toBe(false);
    expect(await next(failure())).toBe(true);
    expect(await next(failure('provider_timeout'))).toBe(true);
    expect(await next(failure('provider_timeout'), 24 * HOUR)).toBe(true);
    expect(await next(models('a'), HOUR)).toBe(true);
  });

  test('stays when a provider dates its models by the clock, as vLLM does', async () => {
    const provider = new ScriptedProvider('p');
    provider.answer = dated(1_700_000_000);
    const house = await listed(provider);
    const { version } = house.catalogue;
    provider.answer = dated(1_700_000_300);
    await house.pass(5 * MINUTE);
    expect(house.catalogue.version).toBe(version);
    expect(house.listing('p').models[0]?.created).toBe(1_700_000_000);
  });
});

describe('a changed configuration of providers', () => {
  test('replaces the old one, and known models are kept', async () => {
    const kept = new ScriptedProvider('kept');
    const house = new TestCatalogue([kept, new ScriptedProvider('gone')]);
    await house.catalogue.tick();
    const { version } = house.catalogue;

    const changed = new ScriptedProvider('kept', models('b'));
    house.catalogue.replace([changed, new ScriptedProvider('new')]);
    expect(house.catalogue.version).toBeGreaterThan(version);
    expect(house.catalogue.listings.map((listing) => listing.slug)).toEqual(['kept', 'new']);
    expect(house.models('kept')).toEqual(['kept/a: available']);

    await house.catalogue.refresh('kept');
    expect(house.models('kept')).toEqual(['kept/b: available']);
  });

  test('ignores the late answer of the earlier provider', async () => {
    const { promise, resolve } = Promise.withResolvers<Discovery>();
    const house = new TestCatalogue([new ScriptedProvider('p', promise)]);
    const late = house.catalogue.tick();
    house.catalogue.replace([new ScriptedProvider('p', never)]);
    resolve(models('old'));
    await late;
    expect(house.models('p')).toEqual([]);
    expect(house.store.rows.size).toBe(0);
  });
});

describe('the operator', () => {
  test('refreshes a provider out of turn', async () => {
    const provider = new ScriptedProvider('p', failure());
    const house = await listed(provider);
    provider.answer = models('a');
    expect(await house.catalogue.refresh('p')).toMatchObject({ status: 'up', models: 1, failures: 0, detail: null });
    expect(await house.catalogue.refresh('none')).toBeUndefined();
  });

  test('checks a provider, which changes nothing', async () => {
    await using upstream = new Upstream().json('/v1/models', { data: ['a', 'b', 'c', 'd', 'e', 'f', 'a'] });
    const { catalogue } = new TestCatalogue([providerAt(upstream.url)]);
    const { version } = catalogue;

    expect(await catalogue.check('p')).toMatchObject({
      ok: true,
      url: `${upstream.url}/v1/models`,
      httpStatus: 200,
      count: 6,
      dropped: 1,
      firstIds: ['a', 'b', 'c', 'd', 'e'],
      advice: null,
    });
    upstream.answer('/v1/models', () => Response.redirect('https://elsewhere.example/v1/models'));
    expect(await catalogue.check('p')).toMatchObject({
      ok: false,
      code: 'redirect_refused',
      detail: expect.stringContaining('https://elsewhere.example'),
      advice: expect.stringContaining('base_url'),
    });
    expect(catalogue.version).toBe(version);
  });

  test('sees the state of every provider', async () => {
    const house = await listed(new ScriptedProvider('p', failure('provider_auth_failed')));
    expect(house.catalogue.reports).toMatchObject([
      { slug: 'p', status: 'stale', failures: 1, errorCode: 'provider_auth_failed', nextAt: START + 5 * MINUTE },
    ]);
  });
});

describe('what is listed', () => {
  test('is filtered by include and exclude, and the operator’s values win', async () => {
    const provider = new ScriptedProvider('p', models('llama', 'llama-embed', 'gpt'));
    provider.include = ['llama*'];
    provider.exclude = ['*embed'];
    provider.models = [
      {
        id: 'llama',
        name: 'Llama',
        uses: ['draft'],
        context_length: 9,
        pricing: { prompt: '1', completion: '2', request: '0', currency: 'EUR' },
      },
      { id: 'gpt', input_modalities: ['text', 'image'] },
    ];
    const house = await listed(provider);
    expect(house.listing('p').models).toMatchObject([
      {
        id: 'p/llama',
        name: 'Llama',
        uses: ['draft'],
        context_length: 9,
        top_provider: { context_length: 9 },
        pricing: { currency: 'EUR' },
      },
      { id: 'p/gpt', name: 'gpt', uses: null, architecture: { modality: 'text+image->text' } },
    ]);
  });

  test('matches the schema of the API', async () => {
    const provider = new ScriptedProvider('p', { ...models('a'), dropped: 3 } as Discovery);
    provider.models = [{ id: 'own', uses: ['embed'] }];
    const house = await listed(provider);
    const { models: found, warnings } = house.listing('p');
    for (const model of found) expect(Model.strict().parse(model)).toEqual(model);
    expect(found.map((model) => model.supported_endpoints)).toEqual([
      ['/api/v1/chat/completions', '/api/v1/responses', '/api/v1/messages', '/api/v1/messages/count_tokens'],
      [],
    ]);

    expect(warnings.map((warning) => ModelWarning.strict().parse(warning))).toMatchObject([
      { code: 'models_dropped', provider: 'p', since: null, fallback: null },
    ]);
    expect(warnings[0]?.detail).toStartWith('3 models of this provider are left out');
  });
});
