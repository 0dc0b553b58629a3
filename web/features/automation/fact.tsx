import type { ReactNode } from 'react';

/** One line of a list of facts: its name and what it is. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
