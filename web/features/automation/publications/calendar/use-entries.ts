import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';

import type { Publication } from '../labels';
import { dropTarget, type Steps } from './entry';
import { mayMove, type Move } from './use-move';

interface Entries {
  grid: RefObject<HTMLTableElement | null>;
  publications: readonly Publication[];
  /** Without it nothing can be moved. */
  move: Move | undefined;
  steps: Steps;
}

/** Entries of a calendar that move by dragging, and by Shift with an arrow key. */
export function useEntries({ grid, publications, move, steps }: Entries) {
  const [over, setOver] = useState<string>();
  // The focus goes with an entry that was moved by keyboard: its old cell has lost it.
  const movedId = useRef<string>(undefined);
  useEffect(() => {
    if (movedId.current === undefined || document.activeElement !== document.body) return;
    grid.current?.querySelector<HTMLElement>(`[data-entry="${movedId.current}"]`)?.focus();
  });

  return {
    entry: (of: Publication) => ({
      isMovable: move !== undefined && mayMove(of),
      onKey: (event: KeyboardEvent) => {
        const step = steps[event.key];
        if (!event.shiftKey || !step || !move || of.due_at === null) {
          movedId.current = undefined;
          return;
        }
        event.preventDefault();
        movedId.current = of.id;
        move(of, step(new Date(of.due_at)));
      },
    }),
    cell: (key: string, timeOf: (due: Date) => Date) => ({
      'data-over': over === key || undefined,
      ...dropTarget(
        (isOver) => setOver(isOver ? key : undefined),
        (id) => {
          const of = publications.find((one) => one.id === id);
          if (of?.due_at) move?.(of, timeOf(new Date(of.due_at)));
        },
      ),
    }),
  };
}
