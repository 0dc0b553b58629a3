import { monotonic } from '../clock';
import type { Store } from '../db/database';

/** The oldest workspace is dropped beyond this number and measured again. */
const WORKSPACES = 10_000;
/** Minimum pause between measurements of a full workspace. */
const AGAIN_MS = 1000;

interface Known {
  measured: number;
  taken: number;
  at: number;
}

/** False where the workspace has no capacity left. */
export type TakeRoom = (store: Store, workspaceId: string, order: { more: number; most: number }) => Promise<boolean>;

/**
 * A capacity that is expensive to measure: measured again when a quarter of the rest is used, so that several processes
 * stay near the limit.
 */
export function createRoom(
  measure: (store: Store, workspaceId: string) => Promise<number>,
  now: () => number = monotonic,
): TakeRoom {
  const known = new Map<string, Known>();

  return async (store, workspaceId, { more, most }) => {
    let state = known.get(workspaceId);
    const isTight = !state || state.taken + more > (most - state.measured) / 4;
    if (!state || (isTight && now() - state.at >= AGAIN_MS)) {
      state = { measured: await measure(store, workspaceId), taken: 0, at: now() };
      known.delete(workspaceId);
      known.set(workspaceId, state);
      if (known.size > WORKSPACES) known.delete(known.keys().next().value ?? '');
    }
    if (state.measured + state.taken + more > most) return false;
    state.taken += more;
    return true;
  };
}
