const MOST_ENTRIES = 20_000;

/** What was found out about the strings that came of late. */
export interface Memory<T> {
  get(key: string): T | undefined;
  /** Keeps the value, and returns it. */
  set(key: string, value: T): T;
}

/** Two maps: what is met in the old one moves to the new one, and the old one goes when the new one is half full. */
export function createMemory<T>(most = MOST_ENTRIES): Memory<T> {
  let recent = new Map<string, T>();
  let old = new Map<string, T>();

  const set = (key: string, value: T): T => {
    if (recent.size >= most / 2) [recent, old] = [new Map(), recent];
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
