import { expect } from 'bun:test';

/** How long a part that stands in for something slow takes. Whatever shows that it has happened is waited for by `until`. */
export const lasting = (ms: number): Promise<void> => Bun.sleep(ms);

/** Sees the same for so long: what must not come gives no sign that could be waited for. */
export async function staysSo(look: () => unknown, ms: number): Promise<void> {
  const before = look();
  for (const end = performance.now() + ms; performance.now() < end; await Bun.sleep(2)) expect(look()).toEqual(before);
}

const REST_MS = 300;

/** Waits until what it sees no longer changes. */
export async function comesToRest(look: () => unknown): Promise<void> {
  for (let before: unknown; before !== look(); await Bun.sleep(REST_MS)) before = look();
}
