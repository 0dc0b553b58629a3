import { Database } from 'bun:sqlite';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';

import { acquireFileLock } from '../../../db/sqlite/file-lock';

/** Processes of one machine that share a folder. */
const MAX_INBOXES = 64;

export interface InboxClaim {
  path: string;
  release: () => void;
}

/** An inbox of this process alone, with the events from the inboxes of exited processes. */
export function claimInbox(wanted: string): InboxClaim {
  mkdirSync(dirname(wanted), { recursive: true });
  const paths = Array.from({ length: MAX_INBOXES }, (_, at) => (at === 0 ? wanted : `${wanted}-${at + 1}`));
  let own: InboxClaim | undefined;
  for (const path of paths) {
    if (own && !existsSync(path)) continue;
    const release = acquireFileLock(`${path}.lock`);
    if (release === undefined) continue;
    if (own === undefined) {
      own = { path, release };
      continue;
    }
    try {
      adopt(own.path, path);
    } finally {
      release();
    }
  }
  if (own === undefined) throw new Error(`All ${MAX_INBOXES} inboxes beside ${wanted} are in use.`);
  return own;
}

/** Rows stay sealed; only their numbers change. */
function adopt(own: string, other: string): void {
  if (!existsSync(own)) return;
  const database = new Database(own);
  try {
    database.run('attach ? as other', [other]);
    database.run(`insert into whatsapp_web_inbox (instance, sealed, received_at)
      select instance, sealed, received_at from other.whatsapp_web_inbox order by seq`);
  } catch {
    // Neither process has opened its inbox yet, or the file is damaged: it stays for the next start.
    return;
  } finally {
    database.close();
  }
  for (const end of ['', '-wal', '-shm']) rmSync(`${other}${end}`, { force: true });
}
