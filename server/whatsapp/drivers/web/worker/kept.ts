import type { SessionStore, WebSession } from './session-types';

interface Kept<T> {
  read(id: string, initial: T): Promise<T>;
  change(id: string, initial: T, next: (before: T) => T): Promise<T>;
}

/** Reads and changes of one connection run in turn. */
const turns = new WeakMap<SessionStore, Promise<unknown>>();

/** Values of this driver for an instance, as JSON; only this driver writes them, so their type is known. */
export function kept<T>({ store }: Pick<WebSession, 'store'>, kind: string): Kept<T> {
  const read = async (id: string, initial: T): Promise<T> => {
    const bytes = await store.get(kind, id);
    return bytes === undefined ? initial : (JSON.parse(new TextDecoder().decode(bytes)) as T);
  };
  const change = async (id: string, initial: T, next: (before: T) => T): Promise<T> => {
    const value = next(await read(id, initial));
    await store.put(kind, id, new TextEncoder().encode(JSON.stringify(value)));
    return value;
  };
  return {
    read: (id, initial) => inTurn(store, () => read(id, initial)),
    change: (id, initial, next) => inTurn(store, () => change(id, initial, next)),
  };
}

function inTurn<T>(store: SessionStore, work: () => Promise<T>): Promise<T> {
  const done = (turns.get(store) ?? Promise.resolve()).then(work, work);
  turns.set(store, done);
  return done;
}
