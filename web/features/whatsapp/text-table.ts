/**
 * The texts of a set of values, such as the statuses of a message: each is read when it is used, since translations may
 * come after the module.
 */
export function textTable<K extends string>(keys: readonly K[], read: (key: K) => string): Record<K, string> {
  const table = {};
  for (const key of keys) Object.defineProperty(table, key, { enumerable: true, get: () => read(key) });
  return table as Record<K, string>;
}
