import { readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

import type { Config } from '../../config/config';
import type { Store } from '../../db/database';
import { base62Token } from '../../secrets/tokens';
import { expireMedia, findKeptHashes } from '../system/media';
import { partFolder, pathOf } from './disk';

const DAY_MS = 86_400_000;
/**
 * A file is in its place before its row is: what is younger may still get one. It is longer than any upload or
 * transaction takes.
 */
const YOUNG_MS = 3_600_000;
const ROWS_AT_A_TIME = 500;
const GONE = /\.gone-\w+$/;

export interface RetentionPlace {
  config: Pick<Config, 'mediaFolder' | 'whatsappMediaDays'>;
  store: Store;
  now: () => Date;
}

/** Files past their time become `expired`, and their bytes go where nobody else has them. */
export async function expireOldMedia(place: RetentionPlace, signal: AbortSignal): Promise<void> {
  const before = new Date(place.now().getTime() - place.config.whatsappMediaDays * DAY_MS);
  for (;;) {
    const now = place.now();
    const gone = await expireMedia(place.store, { before, now, limit: ROWS_AT_A_TIME });
    for (const { workspaceId, sha256 } of gone) if (sha256 !== null) await removeUnused(place, workspaceId, sha256);
    if (gone.length < ROWS_AT_A_TIME || signal.aborted) return;
  }
}

/** Removes the bytes of a hash when no file of the workspace has them any more; young ones are left to the sweep. */
export async function removeUnused(place: RetentionPlace, workspaceId: string, sha256: string): Promise<void> {
  const kept = await findKeptHashes(place.store, workspaceId, [sha256]);
  if (!kept.has(sha256)) await removeOld(place, pathOf(place.config, workspaceId, sha256));
}

/**
 * Somebody may bring the same bytes in anew at this moment, by a rename: what is moved aside is looked at once more,
 * and comes back when it is young.
 */
async function removeOld({ now }: RetentionPlace, path: string): Promise<void> {
  if (!(await isOld(path, now()))) return;
  const aside = `${path}.gone-${base62Token(8)}`;
  await rename(path, aside).catch(() => undefined);
  if (await isOld(aside, now())) await rm(aside, { force: true });
  else await rename(aside, path).catch(() => undefined);
}

async function isOld(path: string, now: Date): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && now.getTime() - found.mtimeMs > YOUNG_MS;
}

/** Removes what no row has: of uploads that broke off with their process, of deleted rows, and of deleted workspaces. */
export async function sweepMedia(place: RetentionPlace, signal: AbortSignal): Promise<void> {
  const { config, now, store } = place;
  for (const name of await namesIn(partFolder(config))) {
    const path = join(partFolder(config), name);
    if (await isOld(path, now())) await rm(path, { force: true });
  }
  for (const workspaceId of await namesIn(config.mediaFolder)) {
    if (!workspaceId.startsWith('ws_')) continue;
    for (const start of await namesIn(join(config.mediaFolder, workspaceId))) {
      const folder = join(config.mediaFolder, workspaceId, start);
      const names = await namesIn(folder);
      for (let from = 0; from < names.length && !signal.aborted; from += ROWS_AT_A_TIME) {
        const some = names.slice(from, from + ROWS_AT_A_TIME);
        const hashes = some.map((name) => name.replace(GONE, ''));
        const kept = await findKeptHashes(store, workspaceId, hashes);
        for (const [index, name] of some.entries()) {
          const path = join(folder, name);
          if (!GONE.test(name)) {
            if (!kept.has(name)) await removeOld(place, path);
          } else if (await isOld(path, now())) await endAside(path, join(folder, hashes[index] ?? ''), kept);
        }
      }
      if (signal.aborted) return;
    }
  }
}

/** A process ended between moving a file aside and deciding about it. */
async function endAside(aside: string, path: string, kept: ReadonlySet<string>): Promise<void> {
  const isMissed = kept.has(basename(path)) && !(await Bun.file(path).exists());
  await (isMissed ? rename(aside, path) : rm(aside, { force: true }));
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);
