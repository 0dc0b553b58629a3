import { afterEach, expect, jest, spyOn, test } from 'bun:test';

import { RENDER_MS } from '../../server/automation/templates/limits';
import { createLiquid } from '../../server/automation/templates/liquid';
import { createRenderer } from '../../server/automation/templates/render';
import { cpuMs } from '../support/cpu';

const LONGER_MS = RENDER_MS + 5;

/** What a tree comes to, and how often it was rendered, where a filter takes long so many times. */
function rendered(times: number, takeLong: () => void) {
  const liquid = createLiquid();
  let count = 0;
  liquid.registerFilter('slow', (value: unknown) => {
    count += 1;
    if (count <= times) takeLong();
    return value;
  });
  const made = createRenderer(liquid)(['{{ "a" | slow }}{{ "b" }}'], {}, {}, () => {});
  return [made.ok ? made.value : made.failure.code, count];
}

afterEach(() => jest.restoreAllMocks());

test('a template whose thread was starved is rendered again, for a while', () => {
  // By a clock of its own, so that nothing else takes of the time.
  let now = performance.now();
  spyOn(performance, 'now').mockImplementation(() => now);
  const wait = (): void => void (now += LONGER_MS);
  expect(rendered(0, wait)).toEqual([['ab'], 1]);
  expect(rendered(2, wait)).toEqual([['ab'], 3]);
  expect(rendered(1000, wait)[0]).toBe('limit');
});

test('a template that computes for too long is not rendered again', () => {
  const compute = (): void => {
    const end = cpuMs() + LONGER_MS;
    while (cpuMs() < end);
  };
  expect(rendered(1, compute)).toEqual(['limit', 1]);
});
