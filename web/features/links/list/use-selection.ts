import { useState } from 'react';

/** Rows that are no longer shown are deselected. */
export function useSelection(shown: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const count = shown.filter((id) => chosen.has(id)).length;
  const state = count === 0 ? 'none' : count === shown.length ? 'all' : 'some';
  return {
    has: (id: string) => chosen.has(id),
    toggle: (id: string) => setChosen(chosen.symmetricDifference(new Set([id]))),
    toggleAll: () => setChosen(new Set(state === 'all' ? [] : shown)),
    clear: () => setChosen(new Set()),
    state,
  } as const;
}
