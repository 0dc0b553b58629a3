import { describe, expect, test } from 'bun:test';

import type { Discovery } from '../../server/ai/providers/provider';
import {
  failure,
  HOUR,
  listed,
  MemoryStore,
  MINUTE,
  models,
  ScriptedProvider,
  SECOND,
  START,
  TestCatalogue,
} from './catalogue';

describe('a restart', () => {
  test('serves the last listing at once, upstream down or not', async () => {
    const provider = new ScriptedProvider('p', models('a', 'b'));
    const { store, catalogue } = await listed(provider);
    const before = JSON.stringify(catalogue.listings);

    const { promise, resolve } = Promise.withResolvers<Discovery>();
    provider.answer = promise;
    await using house = new TestCatalogue([provider], { shared: store, at: START + 48 * HOUR });
    await house.catalogue.start();
    expect(house.catalogue.firstFetch()).toBeUndefined();
    expect(JSON.stringify(house.catalogue.listings)).toBe(before);

    const underWay = house.catalogue.refresh('p');
    resolve(models('c'));
    await underWay;
    expect(house.models('p')).toEqual(['p/c: available']);
    expect(provider.asked).toBe(2);
  });

  test('keeps state and dates of a provider that was down', async () => {
    const provider = new ScriptedProvider('p');
    const first = await listed(provider);
    provider.answer = failure();
    for (const wait of [5 * MINUTE, 30 * SECOND, MINUTE]) await first.pass(wait);

    const house = new TestCatalogue([provider], { shared: first.store, at: first.now + SECOND });
    await house.catalogue.reload();
    expect(house.catalogue.listings).toEqual(first.catalogue.listings);
  });

  test('keeps the dates of configured models', async () => {
    const provider = new ScriptedProvider('p');
    provider.discovery = 'static';
    provider.models = [{ id: 'own' }];
    await using first = new TestCatalogue([provider]);
    await first.catalogue.start();
    await first.catalogue.stop();

    provider.models = [{ id: 'own' }, { id: 'later' }];
    await using house = new TestCatalogue([provider], { shared: first.store, at: START + HOUR });
    await house.catalogue.start();
    expect(house.listing('p').models.map((model) => model.created)).toEqual([START / SECOND, START / SECOND + 3600]);
  });

  test('survives an unreachable database', async () => {
    const shared = new MemoryStore();
    shared.broken = true;
    const house = await listed(new ScriptedProvider('p'), { shared });
    await house.catalogue.reload();
    expect(house.models('p')).toEqual(['p/a: available']);
    expect(house.logged.length).toBeGreaterThan(0);
  });
});
