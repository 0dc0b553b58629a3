import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { takeFileLock } from '../../../db/file-lock';

const JOURNAL = /^[0-9a-f]{32}$/;
const SEGMENT = /^(\d{8,})\.log$/;
const LOCK = 'lock';

/** Each start of a process has a journal of its own, a folder that it alone writes to. They sort by time. */
export const newJournalId = (): string => Date.now().toString(16).padStart(12, '0') + randomBytes(10).toString('hex');

export const segmentPath = (folder: string, journal: string, segment: number): string =>
  join(folder, journal, `${String(segment).padStart(8, '0')}.log`);

/** Makes the folder of a journal, held while this process lives. Returns the way out. */
export function makeJournalFolder(folder: string, journal: string): () => void {
  // It gets its name only once it is held, so that nobody takes it for that of a dead process.
  const draft = join(folder, `${journal}.new`);
  try {
    mkdirSync(draft, { recursive: true, mode: 0o700 });
    const release = takeFileLock(join(draft, LOCK));
    if (release === undefined) throw new Error('Another process holds the new journal.');
    try {
      renameSync(draft, join(folder, journal));
    } catch (error) {
      release();
      throw error;
    }
    return release;
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}

/** Whether its process has ended: nothing more will be written to it. */
export function isAbandoned(folder: string, journal: string): boolean {
  try {
    const release = takeFileLock(join(folder, journal, LOCK));
    release?.();
    return release !== undefined;
  } catch {
    // A disk that takes no lock says nothing of the process.
    return false;
  }
}

/** The journals of a folder, the oldest first. */
export const listJournals = (folder: string): string[] =>
  entriesOf(folder)
    .filter((name) => JOURNAL.test(name))
    .toSorted();

/** Numbers of the segments of a journal, the oldest first. */
export const listSegments = (folder: string, journal: string): number[] =>
  entriesOf(join(folder, journal))
    .map((name) => Number(SEGMENT.exec(name)?.[1]))
    .filter((number) => number > 0)
    .toSorted((one, other) => one - other);

/** Removes the journal of an ended process. What could not be read is not deleted but moved aside. */
export function removeJournal(folder: string, journal: string, { keep }: { keep: boolean }): void {
  const path = join(folder, journal);
  if (keep) renameSync(path, `${path}.unreadable`);
  else rmSync(path, { recursive: true, force: true });
}

/** Bytes of all journals but one. */
export function otherBytes(folder: string, journal: string): number {
  let bytes = 0;
  for (const other of listJournals(folder)) {
    if (other === journal) continue;
    for (const segment of listSegments(folder, other)) {
      bytes += statSync(segmentPath(folder, other, segment), { throwIfNoEntry: false })?.size ?? 0;
    }
  }
  return bytes;
}

function entriesOf(path: string): string[] {
  try {
    return readdirSync(path);
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return [];
    throw error;
  }
}
