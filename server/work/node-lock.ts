import { readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { acquireFileLock } from '../db/sqlite/file-lock';
import type { Presence, PresenceOptions } from './presence';

const NODE_ID = /^nod_[0-9a-z]+$/;

interface NodeLocks {
  take(id: string): () => void;
  isGone(id: string): boolean;
  /** `living` excludes `own`. */
  look(own: string): { living: number; gone: string[] };
}

/** Each process locks a file until it exits. A database in memory has no other process. */
export function createLockedPresence(databaseFile: string | undefined, id: string, options: PresenceOptions): Presence {
  const locks = databaseFile === undefined ? undefined : createNodeLocks(databaseFile);
  let processes = 1;
  let unlock: (() => void) | undefined;

  return {
    start: () => void (unlock = locks?.take(id)),
    async look() {
      const { living, gone } = locks?.look(id) ?? { living: 0, gone: [] };
      for (const one of gone) await options.endLeases(one);
      const hasChanged = gone.length > 0 || living + 1 !== processes;
      processes = living + 1;
      if (hasChanged) options.changed();
    },
    isGone: async (other) => locks?.isGone(other) ?? true,
    processes: () => processes,
    members: () => ({ ids: [], generation: 0, isAlive: false }),
    withdraw() {
      unlock?.();
      unlock = undefined;
    },
    leave: async () => {},
  };
}

function createNodeLocks(databaseFile: string): NodeLocks {
  const folder = dirname(databaseFile);
  const prefix = `${basename(databaseFile)}.`;
  const pathOf = (id: string): string => join(folder, prefix + id);

  const isGone = (id: string): boolean => {
    try {
      const release = acquireFileLock(pathOf(id));
      release?.();
      if (release !== undefined) rmSync(pathOf(id), { force: true });
      return release !== undefined;
    } catch {
      // A failure to lock does not prove that the process has exited.
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
      // The file is named only once it is locked, so that other processes do not consider its owner dead.
      const draft = `${pathOf(id)}.new`;
      const release = acquireFileLock(draft);
      if (release === undefined) throw new Error('Another process holds the lock of this one.');
      renameSync(draft, pathOf(id));
      return () => {
        release();
        rmSync(pathOf(id), { force: true });
      };
    },
  };
}
