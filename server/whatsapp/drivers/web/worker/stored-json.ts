import { encodeText } from './nodes';
import type { SessionStore, WebSession } from './session-types';

interface StoredJson<T> {
  read(id?: string): Promise<T>;
  change(next: (before: T) => T, id?: string): Promise<void>;
}

/** In place of an id, for a kind with one value. */
const ONLY = 'all';

/** Reads and changes of one connection run in turn. */
const turns = new WeakMap<SessionStore, Promise<unknown>>();

/** Values of this driver for an instance; only this driver writes them, so their type is known. */
export function storedJson<T>({ store }: Pick<WebSession, 'store'>, kind: string, initial: T): StoredJson<T> {
  const read = async (id: string): Promise<T> => {
    const bytes = await store.get(kind, id);
    return bytes === undefined ? initial : (JSON.parse(new TextDecoder().decode(bytes)) as T);
  };
  const change = async (next: (before: T) => T, id: string): Promise<void> =>
    store.put(kind, id, encodeText(JSON.stringify(next(await read(id)))));
  return {
    read: (id = ONLY) => inTurn(store, () => read(id)),
    change: (next, id = ONLY) => inTurn(store, () => change(next, id)),
  };
}

export const withOrWithout =
  (item: string, isIn: boolean) =>
  (list: readonly string[]): string[] => {
    const others = list.filter((one) => one !== item);
    return isIn ? [...others, item] : others;
  };

function inTurn<T>(store: SessionStore, work: () => Promise<T>): Promise<T> {
  const done = (turns.get(store) ?? Promise.resolve()).then(work, work);
  turns.set(store, done);
  return done;
}
