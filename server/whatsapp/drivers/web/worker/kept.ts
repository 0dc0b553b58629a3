import type { WebSession, SessionStore } from './session-types';

interface Kept<T> {
  read(id: string, initial: T): Promise<T>;
  /** Returns the value after the change. Changes of one connection follow each other. */
  change(id: string, initial: T, next: (before: T) => T): Promise<T>;
}

const changes = new WeakMap<SessionStore, Promise<unknown>>();

/** Values that this driver keeps for an instance, as JSON; written by nobody else, so their type is known. */
export function kept<T>({ store }: Pick<WebSession, 'store'>, kind: string): Kept<T> {
  const read = async (id: string, initial: T): Promise<T> => {
    const bytes = await store.get(kind, id);
    return bytes === undefined ? initial : (JSON.parse(new TextDecoder().decode(bytes)) as T);
  };
  return {
    read,
    change(id, initial, next) {
      const change = async (): Promise<T> => {
        const value = next(await read(id, initial));
        await store.put(kind, id, new TextEncoder().encode(JSON.stringify(value)));
        return value;
      };
      const done = (changes.get(store) ?? Promise.resolve()).then(change, change);
      changes.set(store, done);
      return done;
    },
  };
}
