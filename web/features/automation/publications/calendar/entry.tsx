import { Link } from '@tanstack/react-router';
import type { DragEvent, KeyboardEvent } from 'react';

import { useWorkspace } from '../../../../ui/shell/workspace';
import { nameOf, STATUSES, type Publication } from '../labels';
import { clockOf } from './days';

/** What is dragged: the ID of a publication. */
const TYPE = 'text/x-publication';

export type Steps = Readonly<Record<string, (at: Date) => Date>>;

interface EntryProps {
  of: Publication;
  isMovable: boolean;
  /** Where Shift with an arrow key leads to. */
  onKey: (event: KeyboardEvent) => void;
}

export function Entry({ of, isMovable, onKey }: EntryProps) {
  const { id: ws } = useWorkspace();
  const { label, tone } = STATUSES[of.status];
  return (
    <Link
      className="calendar-entry"
      data-entry={of.id}
      data-tone={tone}
      to="/w/$ws/automation/publications/$publication"
      params={{ ws, publication: of.id }}
      title={`${nameOf(of)}: ${label}`}
      draggable={isMovable}
      onDragStart={(event) => {
        event.dataTransfer.setData(TYPE, of.id);
        event.dataTransfer.effectAllowed = 'move';
      }}
      onKeyDown={onKey}
    >
      <span className="dot" aria-hidden />
      {of.due_at !== null && <span className="numbers">{clockOf(of.due_at)}</span>}
      <span className="truncate">{nameOf(of)}</span>
      <span className="visually-hidden">, {label}</span>
    </Link>
  );
}

/** A cell that entries are dropped on. */
export const dropTarget = (onOver: (isOver: boolean) => void, onDrop: (id: string) => void) => ({
  onDragOver: (event: DragEvent) => {
    if (!event.dataTransfer.types.includes(TYPE)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'move';
    onOver(true);
  },
  onDragLeave: () => onOver(false),
  onDrop: (event: DragEvent) => {
    event.preventDefault();
    onOver(false);
    onDrop(event.dataTransfer.getData(TYPE));
  },
});
