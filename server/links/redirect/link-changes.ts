import type { Database, Store } from '../../db/database';
import type { Log } from '../../log';
import { createChangePoll } from '../../work/change-poll';
import { type LinkAddress, recordLinkChanges } from '../system/changes';
import { latestLinkChange, readLinkChanges } from '../system/links';

interface LinkChanges {
  /** Call it in the transaction of the change. */
  record: (tx: Store, addresses: readonly LinkAddress[], at: Date) => Promise<void>;
  isCurrent(): boolean;
  start(): Promise<void>;
  stop(): void;
}

interface ChangeOptions {
  database: Database;
  log: Log;
  apply: (changes: readonly LinkAddress[]) => void;
  missed: () => void;
}

/** A single process applies its own changes immediately. */
const ownChanges: LinkChanges = { record: async () => {}, isCurrent: () => true, start: async () => {}, stop() {} };

/** Changes by other processes, whose compiled links are evicted here. */
export function createLinkChanges({ database, log, apply, missed }: ChangeOptions): LinkChanges {
  if (!database.isShared) return ownChanges;
  const poll = createChangePoll<LinkAddress & { seq: number }>({
    name: 'link changes',
    log,
    latest: () => latestLinkChange(database),
    read: (after, missing) => readLinkChanges(database, after, missing),
    apply,
    missed,
    isOrdered: false,
  });
  return { ...poll, record: recordLinkChanges };
}
