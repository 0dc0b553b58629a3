/** Numbers between 0 and 1 that are the same in every run. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item);
}

/** Orders that are tried of what may come in any: fewer in CI, where runs add up. */
export const ORDERS = Number(Bun.env['ORDERS'] ?? 1000);

/** Another one in every run, which tells it; ORDERS_SEED repeats a run. */
export function drawnSeed(): number {
  const seed = Number(Bun.env['ORDERS_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
  process.stdout.write(`ORDERS_SEED=${seed}\n`);
  return seed;
}
