import { readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { DAY_MS, HOUR_MS } from '../../../shared/durations';
import type { Config } from '../../config/config';
import type { Store } from '../../db/database';
import { ago } from '../../schedule';
import { base62Token } from '../../secrets/tokens';
import { findStoredHashes } from '../queries/media';
import { expireMedia } from '../system/media';
import { partFolder, mediaPath } from './disk';

/** Files exist before their rows, so younger files are kept. Longer than any upload or transaction. */
const YOUNG_MS = HOUR_MS;
const ROWS_AT_A_TIME = 500;
const GONE = /\.gone-\w+$/;

interface RetentionContext {
  config: Pick<Config, 'mediaFolder' | 'whatsappMediaDays'>;
  store: Store;
  now: () => Date;
}

/** Expired files lose their bytes unless another row uses them. */
export async function expireOldMedia(place: RetentionContext, signal: AbortSignal): Promise<void> {
  const before = ago(place.now, place.config.whatsappMediaDays * DAY_MS);
  for (;;) {
    const now = place.now();
    const gone = await expireMedia(place.store, { before, now, limit: ROWS_AT_A_TIME });
    for (const { workspaceId, sha256 } of gone) if (sha256 !== null) await removeUnused(place, workspaceId, sha256);
    if (gone.length < ROWS_AT_A_TIME || signal.aborted) return;
  }
}

/** Leaves young files to the cleanup. */
export async function removeUnused(place: RetentionContext, workspaceId: string, sha256: string): Promise<void> {
  const stored = await findStoredHashes(place.store, workspaceId, [sha256]);
  if (!stored.has(sha256)) await removeOld(place, mediaPath(place.config, workspaceId, sha256));
}

/** The same bytes may be uploaded at this moment, so a moved file is checked again and restored when it is young. */
async function removeOld({ now }: RetentionContext, path: string): Promise<void> {
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

/** Deletes bytes without a row: from interrupted uploads, deleted rows and deleted workspaces. */
export async function sweepMedia(place: RetentionContext, signal: AbortSignal): Promise<void> {
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
        const stored = await findStoredHashes(store, workspaceId, hashes);
        for (const [index, name] of some.entries()) {
          const path = join(folder, name);
          if (!GONE.test(name)) {
            if (!stored.has(name)) await removeOld(place, path);
          } else if (await isOld(path, now())) await endAside(path, join(folder, hashes[index] ?? ''), stored);
        }
      }
      if (signal.aborted) return;
    }
  }
}

/** Completes a removal that a crash interrupted. */
async function endAside(aside: string, path: string, stored: ReadonlySet<string>): Promise<void> {
  const isMissed = stored.has(basename(path)) && !(await Bun.file(path).exists());
  await (isMissed ? rename(aside, path) : rm(aside, { force: true }));
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);
