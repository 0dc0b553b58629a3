import { readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { takeFileLock } from '../db/file-lock';

/** Locks of the processes of one SQLite file: a file each beside it, locked for as long as the process lives. */
export interface NodeLocks {
  /** Locks the file of this process. Returns how to unlock it. */
  take(id: string): () => void;
  isGone(id: string): boolean;
  /** Processes that live besides `own`. */
  look(own: string): { living: number; gone: string[] };
}

const NODE_ID = /^nod_[0-9a-z]+$/;

export function createNodeLocks(databaseFile: string): NodeLocks {
  const folder = dirname(databaseFile);
  const prefix = `${basename(databaseFile)}.`;
  const pathOf = (id: string): string => join(folder, prefix + id);

  const isGone = (id: string): boolean => {
    try {
      const release = takeFileLock(pathOf(id));
      release?.();
      if (release !== undefined) rmSync(pathOf(id), { force: true });
      return release !== undefined;
    } catch {
      // A disk that takes no lock says nothing of the process.
      return false;
    }
  };

  return {
    isGone,
    look(own) {
      const found = { living: 0, gone: [] as string[] };
      for (const name of readdirSync(folder)) {
        const id = name.startsWith(prefix) ? name.slice(prefix.length) : '';
        if (!NODE_ID.test(id) || id === own) continue;
        if (isGone(id)) found.gone.push(id);
        else found.living += 1;
      }
      return found;
    },
    take(id) {
      for (const name of readdirSync(folder)) {
        if (name.startsWith(`${prefix}nod_`) && !name.endsWith('.new')) isGone(name.slice(prefix.length));
      }
      // The file gets its name only once it is locked, so that no other process takes it for that of a dead one.
      const draft = `${pathOf(id)}.new`;
      const release = takeFileLock(draft);
      if (release === undefined) throw new Error('Another process holds the lock of this one.');
      renameSync(draft, pathOf(id));
      return () => {
        release();
        rmSync(pathOf(id), { force: true });
      };
    },
  };
}
