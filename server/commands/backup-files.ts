import { closeSync, copyFileSync, fsyncSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Locks of running processes, and files that are still on their way. */
const PASSING = /^lock|\.part$|\.new$/;

/**
 * Brings the copy of a folder up to date: copies the files that it has not, or that have grown. What goes away
 * meanwhile is no failure.
 */
export function topUp(from: string, to: string): void {
  for (const entry of unlessGone(() => readdirSync(from, { withFileTypes: true })) ?? []) {
    if (PASSING.test(entry.name)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) topUp(source, target);
    else if (entry.isFile()) unlessGone(() => copyFile(source, target));
  }
}

/** Of the folder and all that are in it. */
export const countFiles = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;

function copyFile(source: string, target: string): void {
  if (statSync(source).size === statSync(target, { throwIfNoEntry: false })?.size) return;
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  copyFileSync(source, target);
  sync(target);
}

/** Writes a file, or the names of a folder, to the disk. */
export function sync(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function unlessGone<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return undefined;
    throw error;
  }
}
