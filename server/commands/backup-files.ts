import { closeSync, copyFileSync, fsyncSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Lock files, and files that are still being written. */
const PASSING = /^lock|\.part$|\.new$/;

/** Skips files that disappear meanwhile. */
export function topUp(from: string, to: string): void {
  for (const entry of unlessGone(() => readdirSync(from, { withFileTypes: true })) ?? []) {
    if (PASSING.test(entry.name)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) topUp(source, target);
    else if (entry.isFile()) unlessGone(() => copyFile(source, target));
  }
}

export const countFiles = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;

function copyFile(source: string, target: string): void {
  if (statSync(source).size === statSync(target, { throwIfNoEntry: false })?.size) return;
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  copyFileSync(source, target);
  sync(target);
}

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
