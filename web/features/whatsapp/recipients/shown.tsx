import type { Recipient } from './recipient';

/** One of those who are found: who it is, and what tells them from their like. */
export function Shown({ of }: { of: Recipient }) {
  return (
    <>
      <span className="truncate">{of.label}</span>
      {of.detail !== undefined && <span className="dimmed truncate">{of.detail}</span>}
    </>
  );
}
