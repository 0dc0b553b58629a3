import type { ReactNode } from 'react';

import './name-cell.css';

/** What a row is about, in two lines: its name, and what tells it from its like. */
export function NameCell({ name, children }: { name: ReactNode; children?: ReactNode }) {
  return (
    <span className="name-cell">
      <span className="truncate name-cell-name">{name}</span>
      {children}
    </span>
  );
}
