const MAX_ENTRIES = 20_000;

interface TwoGenerationCache<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): T;
}

/** Two generations: hits in the old one move to the new one, which replaces it when half full. */
export function createTwoGenerationCache<T>(max = MAX_ENTRIES): TwoGenerationCache<T> {
  let recent = new Map<string, T>();
  let old = new Map<string, T>();

  const set = (key: string, value: T): T => {
    if (recent.size >= max / 2) [recent, old] = [new Map(), recent];
    recent.set(key, value);
    return value;
  };
  return {
    get(key) {
      const value = recent.get(key);
      if (value !== undefined) return value;
      const older = old.get(key);
      return older === undefined ? undefined : set(key, older);
    },
    set,
  };
}
