import type { Database } from '../db/database';
import { engine } from '../db/engine';
import { takeFileLock } from '../db/file-lock';

/** Which process sends: on SQLite the holder of a lock file, on PostgreSQL each of them. */
export interface Ownership {
  owns(): boolean;
  /** Tries to become it. True when it did so now: whatever is claimed then was left by another. */
  take(): boolean;
  release(): void;
}

export function createOwnership({ file }: Database): Ownership {
  if (engine === 'postgres') return { owns: () => true, take: () => false, release: () => {} };

  let release: (() => void) | undefined;
  return {
    owns: () => release !== undefined,
    take() {
      if (release !== undefined) return false;
      release = file === undefined ? () => {} : takeFileLock(`${file}.whatsapp`);
      return release !== undefined;
    },
    release() {
      release?.();
      release = undefined;
    },
  };
}
