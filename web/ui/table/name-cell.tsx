import type { ReactNode } from 'react';

import './name-cell.css';

export function NameCell({ name, children }: { name: ReactNode; children?: ReactNode }) {
  return (
    <span className="name-cell">
      <span className="truncate name-cell-name">{name}</span>
      {children}
    </span>
  );
}
