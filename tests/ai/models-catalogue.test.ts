import { describe, expect, jest, spyOn, test } from 'bun:test';

import type { Discovery } from '../../server/ai/providers/provider';
import {
  failure,
  HOUR,
  listed,
  MINUTE,
  models,
  providerAt,
  ScriptedProvider,
  SECOND,
  START,
  TestCatalogue,
} from './catalogue';
import { rawUpstream } from './upstream';

describe('the schedule', () => {
  test('asks every 5 minutes, give or take a fifth', async () => {
    for (const [random, minutes] of [
      [0, 4],
      [0.5, 5],
      [0.999, 6],
    ] as const) {
      const provider = new ScriptedProvider('p');
      const house = await listed(provider, { random: () => random });
      const { loads } = house.store;
      await house.pass(minutes * MINUTE - SECOND);
      expect(provider.asked).toBe(1);
      expect(house.store.loads).toBe(loads);
      await house.pass(SECOND);
      expect(provider.asked).toBe(2);
    }
  });

  test('has at most one request to a provider under way', async () => {
    const { promise, resolve } = Promise.withResolvers<Discovery>();
    const provider = new ScriptedProvider('p', promise);
    const { catalogue } = new TestCatalogue([provider]);
    const all = Promise.all([catalogue.tick(), catalogue.refresh('p'), catalogue.firstFetch(), catalogue.tick()]);
    resolve(models('a'));
    await all;
    expect(provider.asked).toBe(1);
  });

  test('does not ask a provider without discovery', async () => {
    const provider = new ScriptedProvider('p');
    provider.discovery = 'static';
    provider.models = [{ id: 'own' }];
    await using house = new TestCatalogue([provider]);
    const isServed = () => {
      expect(house.models('p')).toEqual(['p/own: available']);
      expect(house.listing('p')).toMatchObject({ status: 'static', warnings: [] });
      expect(house.catalogue.firstFetch()).toBeUndefined();
    };

    isServed();
    await house.catalogue.start();
    await house.pass(HOUR);
    await house.pass(HOUR);
    expect(provider.asked).toBe(0);
    isServed();
  });

  test('runs once started, and not after its stop', async () => {
    jest.useFakeTimers();
    try {
      const provider = new ScriptedProvider('p');
      const house = new TestCatalogue([provider]);
      const pass = async (ms: number) => {
        house.now += ms;
        jest.advanceTimersByTime(ms);
        await house.catalogue.tick();
      };
      const tick = spyOn(house.catalogue, 'tick');
      const byTimer = async (ms: number) => {
        tick.mockClear();
        await pass(ms);
        return tick.mock.calls.length - 1;
      };

      await house.catalogue.start();
      await house.catalogue.firstFetch();
      expect(provider.asked).toBe(1);
      expect(await byTimer(MINUTE)).toBe(1);
      expect(await byTimer(MINUTE)).toBe(1);
      expect(provider.asked).toBe(1);
      await pass(3 * MINUTE);
      expect(provider.asked).toBe(2);

      await house.catalogue.stop();
      expect(await byTimer(HOUR)).toBe(0);
      expect(await byTimer(HOUR)).toBe(0);
    } finally {
      jest.useRealTimers();
    }
  });

  test('aborts requests that are under way', async () => {
    await using upstream = await rawUpstream(() => undefined);
    const house = new TestCatalogue([providerAt(upstream.url)]);
    await house.catalogue.start();
    const before = house.catalogue.version;
    await house.catalogue.stop();
    expect(house.catalogue.version).toBe(before);
    expect(house.logged).toEqual([]);
  });
});

describe('a provider that fails', () => {
  test('is stale, then down, then without models', async () => {
    const provider = new ScriptedProvider('p', models('a', 'b'));
    const house = await listed(provider);
    provider.answer = failure();

    await house.pass(5 * MINUTE);
    expect(house.models('p')).toEqual(['p/a: degraded', 'p/b: degraded']);
    expect(house.listing('p')).toMatchObject({
      status: 'stale',
      warnings: [{ code: 'provider_error', provider: 'p', since: '2026-11-21T00:05:00.000Z', fallback: 'stale' }],
    });

    await house.pass(30 * SECOND);
    expect(house.listing('p').status).toBe('stale');
    await house.pass(MINUTE);
    expect(house.models('p')).toEqual(['p/a: unavailable', 'p/b: unavailable']);
    expect(house.listing('p')).toMatchObject({ status: 'down', warnings: [{ since: '2026-11-21T00:05:00.000Z' }] });

    house.now = START + 24 * HOUR;
    await house.catalogue.tick();
    expect(house.models('p')).toHaveLength(2);
    await house.pass(1);
    expect(house.models('p')).toEqual([]);
    expect(house.listing('p')).toMatchObject({ status: 'down', warnings: [{ fallback: 'none' }], empty: false });
  });

  test('is asked after 30 s, doubling to 10 min, with one request each time', async () => {
    const provider = new ScriptedProvider('p', failure());
    const house = await listed(provider);
    for (const seconds of [30, 60, 120, 240, 480, 600, 600, 600]) {
      const { asked } = provider;
      await house.pass(seconds * SECOND - 1);
      expect(provider.asked).toBe(asked);
      await house.pass(1);
      expect(provider.asked).toBe(asked + 1);
    }
  });

  test('and refuses the key is asked again in 5 minutes, not sooner', async () => {
    const provider = new ScriptedProvider('p', failure('provider_auth_failed'));
    const house = await listed(provider);
    for (let times = 2; times < 6; times++) {
      await house.pass(5 * MINUTE - 1);
      expect(provider.asked).toBe(times - 1);
      await house.pass(1);
      expect(provider.asked).toBe(times);
    }
  });

  test('and sends Retry-After is asked at that time, even across a restart', async () => {
    const provider = new ScriptedProvider('p', failure('provider_rate_limited', 20 * MINUTE));
    const { store } = await listed(provider);
    await using house = new TestCatalogue([provider], { shared: store, at: START + MINUTE });
    await house.catalogue.start();
    await house.pass(19 * MINUTE - 1);
    expect(provider.asked).toBe(1);
    await house.pass(1);
    expect(provider.asked).toBe(2);
  });

  test('is forgotten as failing once it answers again', async () => {
    const provider = new ScriptedProvider('p', models('a', 'b'));
    const other = new ScriptedProvider('q');
    const house = new TestCatalogue([provider, other]);
    await house.catalogue.tick();
    const before = JSON.stringify(house.catalogue.listings);
    const untouched = house.listing('q');

    provider.answer = failure();
    for (const wait of [5 * MINUTE, 30 * SECOND, MINUTE, 2 * MINUTE]) await house.pass(wait);
    expect(house.listing('p').status).toBe('down');
    expect(house.listing('q')).toBe(untouched);

    provider.answer = models('a', 'b');
    await house.pass(4 * MINUTE);
    expect(JSON.stringify(house.catalogue.listings)).toBe(before);
    expect(house.logged).toEqual([
      { provider: 'p', code: 'provider_error', message: 'ai provider failed' },
      { provider: 'p', message: 'ai provider recovered' },
    ]);
  });

  test('keeps its models after more than a day, with their dates', async () => {
    const provider = new ScriptedProvider('p');
    const house = await listed(provider);
    const before = JSON.stringify(house.listing('p'));
    provider.answer = failure();
    await house.pass(5 * MINUTE);
    await house.pass(25 * HOUR);
    expect(house.models('p')).toEqual([]);
    provider.answer = models('a');
    await house.pass(HOUR);
    expect(JSON.stringify(house.listing('p'))).toBe(before);
  });

  test('and never listed anything has no models', async () => {
    const house = await listed(new ScriptedProvider('p', failure('provider_unreachable')));
    expect(house.listing('p')).toMatchObject({ models: [], empty: true, warnings: [{ fallback: 'none' }] });
  });

  test('still offers configured models', async () => {
    const provider = new ScriptedProvider('p', failure());
    provider.models = [{ id: 'own' }];
    const house = await listed(provider);
    expect(house.models('p')).toEqual(['p/own: degraded']);
    expect(house.listing('p')).toMatchObject({ empty: false, warnings: [{ fallback: 'static' }] });
    await house.pass(30 * HOUR);
    await house.pass(HOUR);
    await house.pass(HOUR);
    expect(house.models('p')).toEqual(['p/own: unavailable']);
  });
});

describe('a provider without a list', () => {
  test('offers configured models and is asked once a day', async () => {
    const provider = new ScriptedProvider('p', failure('discovery_unsupported'));
    provider.models = [{ id: 'own' }];
    const house = await listed(provider);
    expect(house.models('p')).toEqual(['p/own: available']);
    expect(house.listing('p')).toMatchObject({
      status: 'static',
      warnings: [{ code: 'discovery_unsupported', fallback: 'static' }],
    });
    await house.pass(24 * HOUR - 1);
    expect(provider.asked).toBe(1);
    provider.answer = models('new');
    await house.pass(1);
    expect(house.models('p')).toEqual(['p/new: available', 'p/own: available']);
  });

  test('that had one is stale: a proxy answers 404 while its backend restarts', async () => {
    const provider = new ScriptedProvider('p');
    const house = await listed(provider);
    provider.answer = failure('discovery_unsupported');
    await house.pass(5 * MINUTE);
    expect(house.models('p')).toEqual(['p/a: degraded']);
    await house.pass(30 * SECOND);
    expect(provider.asked).toBe(3);
    await house.pass(25 * HOUR);
    expect(house.listing('p')).toMatchObject({ status: 'static', models: [] });
  });
});
