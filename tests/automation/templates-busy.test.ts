import { expect, test } from 'bun:test';

import { RENDER_MS } from '../../server/automation/templates/limits';
import { createLiquid } from '../../server/automation/templates/liquid';
import { createRenderer } from '../../server/automation/templates/render';

/** What a tree comes to where its thread is kept waiting so many times. */
function rendered(stalls: number) {
  const liquid = createLiquid();
  let left = stalls;
  liquid.registerFilter('stall', (value: unknown) => {
    if (left > 0) {
      const end = performance.now() + RENDER_MS + 5;
      while (performance.now() < end);
    }
    left -= 1;
    return value;
  });
  const made = createRenderer(liquid)(['{{ "a" | stall }}{{ "b" }}'], {}, {}, () => {});
  return made.ok ? made.value : made.failure.code;
}

test('a template whose thread was kept waiting once is rendered all the same; one that always takes long is not', () => {
  expect(rendered(0)).toEqual(['ab']);
  expect(rendered(1)).toEqual(['ab']);
  expect(rendered(100)).toBe('limit');
});
