import type { Recipient } from './recipient';

export function RecipientOption({ of }: { of: Recipient }) {
  return (
    <>
      <span className="truncate">{of.label}</span>
      {of.detail !== undefined && <span className="dimmed truncate">{of.detail}</span>}
    </>
  );
}
