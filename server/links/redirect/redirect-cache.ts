interface Keyed {
  readonly key: string;
}

interface RedirectCache<T extends Keyed> {
  get(key: string): T | undefined;
  put(value: T): void;
  delete(key: string): void;
  deleteWhere(fits: (value: T) => boolean): void;
  clear(): void;
  size(): number;
}

/** A hit moves a value to the hot map. A full cache drops the oldest cold values; a half-full hot map becomes cold. */
export function createRedirectCache<T extends Keyed>(max: number): RedirectCache<T> {
  let hot = new Map<string, T>();
  let cold = new Map<string, T>();
  let oldest = cold.keys();

  const put = (value: T): void => {
    cold.delete(value.key);
    hot.set(value.key, value);
    if (hot.size + cold.size <= max) return;
    if (hot.size >= max / 2) {
      cold = hot;
      hot = new Map();
      oldest = cold.keys();
      if (cold.size <= max) return;
    }
    const key = oldest.next().value;
    if (key !== undefined) cold.delete(key);
  };

  return {
    get(key) {
      const found = hot.get(key);
      if (found !== undefined) return found;
      const old = cold.get(key);
      if (old !== undefined) put(old);
      return old;
    },
    put,
    delete(key) {
      hot.delete(key);
      cold.delete(key);
    },
    deleteWhere(fits) {
      for (const map of [hot, cold]) {
        for (const value of map.values()) if (fits(value)) map.delete(value.key);
      }
    },
    clear() {
      hot.clear();
      cold.clear();
      oldest = cold.keys();
    },
    size: () => hot.size + cold.size,
  };
}
