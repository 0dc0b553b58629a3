import { within } from '../../deadline';
import type { SharedUses } from '../clicks/store/store';
import type { CompiledLink } from './types';

export interface UseStore {
  uses(linkIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Undefined where a single process counts in memory. */
  sharedUses: SharedUses | undefined;
}

export type UseResult = 'none' | 'one' | 'last';

export interface Uses {
  hasLeft(link: CompiledLink, max: number): Promise<boolean>;
  /** Before the click is recorded. */
  consume(link: CompiledLink, max: number): Promise<UseResult>;
  /** For a click that could not be recorded, so that no redirect happened. */
  undo(link: CompiledLink): Promise<void>;
}

const TIMEOUT_MS = 2000;

class UseCountUnknown extends Error {
  override readonly name = 'UseCountUnknown';
}

const countingError = () =>
  new UseCountUnknown('Clicks from before the start are still being counted. Try again later.');

export const createUses = (store: UseStore, settled: Promise<void>): Uses =>
  store.sharedUses === undefined ? usesInMemory(store, settled) : usesInDatabase(store, store.sharedUses);

/** For a single process. During an overlap at a restart, uses of the last second may be granted twice. */
function usesInMemory(store: Pick<UseStore, 'uses'>, settled: Promise<void>): Uses {
  const counters = new Map<string, { used: number }>();

  const counterOf = async (linkId: string): Promise<{ used: number }> => {
    await within(settled, TIMEOUT_MS, countingError);
    const stored = (await store.uses([linkId])).get(linkId) ?? 0;
    let counter = counters.get(linkId);
    if (counter === undefined) counters.set(linkId, (counter = { used: stored }));
    counter.used = Math.max(counter.used, stored);
    return counter;
  };

  return {
    hasLeft: async ({ id }, max) => (await counterOf(id)).used < max,
    async consume({ id }, max) {
      const counter = await counterOf(id);
      if (counter.used >= max) return 'none';
      counter.used += 1;
      return counter.used === max ? 'last' : 'one';
    },
    async undo({ id }) {
      const counter = counters.get(id);
      if (counter) counter.used -= 1;
    },
  };
}

const usesInDatabase = (store: Pick<UseStore, 'uses'>, shared: SharedUses): Uses => ({
  hasLeft: async ({ id }, max) => ((await store.uses([id])).get(id) ?? 0) < max,
  async consume({ id, workspaceId }, max) {
    const used = await shared.consume(workspaceId, id, max);
    if (used === undefined) return 'none';
    return used === max ? 'last' : 'one';
  },
  undo: ({ id }) => shared.undo(id),
});
