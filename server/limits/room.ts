import { monotonic } from '../clock';
import type { Store } from '../db/database';

/** Above so many workspaces the oldest is forgotten; it is measured again. */
const WORKSPACES = 10_000;
/** Where there is no room, it is measured no oftener. */
const AGAIN_MS = 1000;

interface Known {
  measured: number;
  /** What was taken here since. */
  taken: number;
  at: number;
}

/** Takes room of a workspace; false where there is none. */
export type TakeRoom = (store: Store, workspaceId: string, order: { more: number; most: number }) => Promise<boolean>;

/**
 * Room of workspaces for what is dear to measure: it is measured again when a quarter of what was left is used up, so
 * that several processes together stay near the bound. What became free is seen then, too.
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
