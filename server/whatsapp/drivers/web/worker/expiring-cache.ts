import type { CacheStore } from 'baileys';

const MAX_ENTRIES = 10_000;

/** The library’s own caches have dozens of objects and a timer each, and a socket has four of them. */
export function createExpiringCache(ttlMs: number, now: () => number = Date.now): CacheStore {
  /** In the order of expiry. */
  const entries = new Map<string, { value: unknown; until: number }>();

  function removeOld(): void {
    for (const [key, { until }] of entries) {
      if (until > now() && entries.size <= MAX_ENTRIES) return;
      entries.delete(key);
    }
  }

  return {
    get<T>(key: string): T | undefined {
      const entry = entries.get(key);
      // The library reads back only values that it has set.
      return entry !== undefined && entry.until > now() ? (entry.value as T) : undefined;
    },
    set(key, value) {
      entries.delete(key);
      entries.set(key, { value, until: now() + ttlMs });
      removeOld();
    },
    del: (key) => entries.delete(key),
    flushAll: () => entries.clear(),
  };
}
