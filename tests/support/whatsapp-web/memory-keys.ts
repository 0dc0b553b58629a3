import type { SignalDataSet, SignalDataTypeMap, SignalKeyStore } from 'baileys';

/** Keys and sessions of Signal, in memory. */
export function memoryKeys(): SignalKeyStore {
  const stored = new Map<string, unknown>();
  return {
    get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]) {
      const found: Record<string, SignalDataTypeMap[T]> = {};
      for (const id of ids) {
        const value = stored.get(`${type} ${id}`);
        if (value !== undefined) found[id] = value as SignalDataTypeMap[T];
      }
      return found;
    },
    set(changes: SignalDataSet) {
      for (const [type, entries] of Object.entries(changes)) {
        for (const [id, value] of Object.entries(entries ?? {})) {
          if (value === null || value === undefined) stored.delete(`${type} ${id}`);
          else stored.set(`${type} ${id}`, value);
        }
      }
    },
  };
}
