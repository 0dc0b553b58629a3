import type { Entry, Target } from './entry';

const STORED = 'sb_recent';
const MAX = 6;

/** Of the tab, and gone with it: titles of objects are nobody else’s business. */
export interface Recent {
  id: string;
  label: string;
  target: Target;
}

export function recents(): Recent[] {
  try {
    return JSON.parse(sessionStorage.getItem(STORED) ?? '[]') as Recent[];
  } catch {
    return []; // the browser forbids storage
  }
}

export function remember({ id, label, target }: Entry): void {
  if (!target) return;
  const others = recents().filter((one) => one.id !== id);
  try {
    sessionStorage.setItem(STORED, JSON.stringify([{ id, label, target }, ...others].slice(0, MAX)));
  } catch {
    // the browser forbids storage
  }
}
