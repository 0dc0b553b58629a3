import { expect, test } from 'bun:test';
import { join } from 'node:path';

import { makeWorld, textOfWorld } from '../../web/ui/map/make-world';
import { shadeOf, stepsUpTo } from '../../web/ui/map/steps';

const FILE = join(import.meta.dir, '../../web/ui/map/world.json');
const MAX_BYTES = 40 * 1024;

test('the map is what its program draws, and small', async () => {
  const text = await Bun.file(FILE).text();
  expect(text).toBe(textOfWorld(makeWorld()));
  expect(Bun.gzipSync(text).length).toBeLessThan(MAX_BYTES);
});

test('every country of the world is in it, small ones as points', () => {
  const { width, height, countries } = makeWorld();
  expect(Object.keys(countries).length).toBeGreaterThan(230);
  expect(Object.keys(countries).filter((code) => !/^[A-Z]{2}$/.test(code))).toEqual([]);
  expect(countries['SG']).toMatch(/^M\d+ \d+h0$/);
  for (const [code, path] of Object.entries(countries)) {
    expect(path, code).toMatch(/^(?:M\d+ \d+(?:l[-\d ]+z|h0))+$/);
    const [, x = '', y = ''] = /^M(\d+) (\d+)/.exec(path) ?? [];
    expect(Number(x) <= width && Number(y) <= height, code).toBe(true);
  }
  // Russia and Fiji lie on both edges of the map, without a line across it.
  for (const code of ['RU', 'FJ']) {
    const steps = [...(countries[code] ?? '').matchAll(/l([^z]+)z/g)].map(
      ([, part = '']) => part.match(/-?\d+/g) ?? [],
    );
    expect(Math.max(...steps.flat().map((step) => Math.abs(Number(step)))), code).toBeLessThan(width / 8);
  }
  // Brazil lies south and west of Germany.
  const [brazil = [], germany = []] = ['BR', 'DE'].map((code) => (countries[code]?.match(/\d+/g) ?? []).map(Number));
  expect(brazil[0]).toBeLessThan(germany[0] ?? 0);
  expect(brazil[1]).toBeGreaterThan(germany[1] ?? 0);
});

test('shades part values into classes that grow alike', () => {
  expect(stepsUpTo(0)).toEqual([1]);
  expect(stepsUpTo(3)).toEqual([1, 2, 3]);
  expect(stepsUpTo(1200)).toEqual([1, 6, 30, 200]);
  for (const max of [5, 6, 9, 17, 100, 99_999, 12_345_678]) {
    const steps = stepsUpTo(max);
    expect(steps, String(max)).toEqual(steps.toSorted((one, other) => one - other));
    expect(steps[0]).toBe(1);
    expect(shadeOf(max, steps)).toBe(4);
    expect(shadeOf(0, steps)).toBe(0);
  }
  expect([1, 2, 3].map((value) => shadeOf(value, stepsUpTo(3)))).toEqual([2, 3, 4]);
});
