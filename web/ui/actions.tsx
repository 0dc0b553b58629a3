import type { ReactNode } from 'react';

/** Buttons at the end of a dialog or form. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className="actions">{children}</div>;
}
