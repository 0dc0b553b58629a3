import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const DRIZZLE = join(import.meta.dir, '../../drizzle');

export const migrationsFolder = (kind: 'sqlite' | 'postgres' | 'sqlite-clicks'): string => join(DRIZZLE, kind);

interface Journal {
  entries: { when: number; tag: string }[];
}

export const readJournal = (folder: string): Journal['entries'] =>
  (JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as Journal).entries;

export const isUnreleased = (first: number | undefined, folder: string): boolean =>
  first !== undefined && first !== readJournal(folder)[0]?.when;

export const UNRELEASED = {
  text: 'An unreleased version made this database. No migration leads from it to this version.',
  mend: 'Set DATABASE_URL to a new database.',
};

/** `first` is the time of the first migration. Throws for a database of an unreleased version. */
export function refuseUnreleased(first: number | undefined, folder: string): void {
  if (isUnreleased(first, folder)) throw new Error(`${UNRELEASED.text}\n${UNRELEASED.mend}`);
}
