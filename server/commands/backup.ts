import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { type Config, readConfig } from '../config/config';
import { engine } from '../db/engine';
import { clicksFileOf } from '../db/sqlite/clicks-file';
import { completeCopy, copyTogether } from '../db/sqlite/copy';
import { BATCHES_FILE } from '../links';
import { countFiles, sync, topUp } from './backup-files';
import { print, UsageError } from './installation';

const MIB = 1024 * 1024;

/** Copies a consistent state on SQLite while servers run. */
export async function backupCommand(args: string[]): Promise<number> {
  const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
  const [given, ...more] = positionals;
  if (given === undefined || more.length > 0) throw new UsageError('Usage: backup <folder>');
  const config = readConfig();
  if (engine === 'postgres') {
    const { mediaFolder, importFolder, clickFolder } = config;
    throw new Error(
      `backup is only for SQLite. For PostgreSQL, run pg_dump --exclude-table-data='whatsapp_web_*', and then copy ${mediaFolder}, ${importFolder} and ${clickFolder}.`,
    );
  }
  const folder = resolve(given);
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`${folder} is not empty. Choose a new folder for each backup.`);
  if (!existsSync(config.databaseUrl)) throw new Error(`There is no database at ${config.databaseUrl}.`);

  const draft = `${folder}.part`;
  rmSync(draft, { recursive: true, force: true });
  try {
    const summary = backUp(config, draft);
    renameSync(draft, folder);
    sync(dirname(folder));
    print(`Backed up to ${folder}: ${summary}.`);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
  if (config.secretKey !== undefined)
    print('SECRET_KEY is not included. Store it separately: without it, stored secrets cannot be decrypted.');
  // Restored keys are older than those of the other side, and WhatsApp answers to used keys with broken sessions.
  if (existsSync(config.whatsappWebFolder))
    print('Credentials of phones that are linked by WhatsApp Web are not included. Link them again after a restore.');
  return 0;
}

/** Has the layout of the data folder. Returns a summary. */
function backUp(config: Config, folder: string): string {
  const { databaseUrl, secretKeyFile, clickFolder, importFolder, mediaFolder } = config;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const place = (path: string): string => join(folder, basename(path));
  const copyNew = (...paths: string[]): void => paths.forEach((path) => topUp(path, place(path)));

  // Most files are copied before the databases, since some may be deleted; newer ones follow.
  copyNew(mediaFolder, importFolder);
  const batches = { from: join(clickFolder, BATCHES_FILE), to: join(place(clickFolder), BATCHES_FILE) };
  const databases = [clicksFileOf(databaseUrl), databaseUrl]
    .map((from) => ({ from, to: place(from) }))
    .concat(batches)
    .filter(({ from }) => existsSync(from));
  if (databases.includes(batches)) mkdirSync(place(clickFolder), { mode: 0o700 });
  copyTogether(databases);
  copyNew(mediaFolder, importFolder);
  if (config.secretKey === undefined && secretKeyFile !== undefined && existsSync(secretKeyFile)) {
    copyFileSync(secretKeyFile, place(secretKeyFile));
    sync(place(secretKeyFile));
  }

  for (const { to } of databases) completeCopy(to);
  sync(folder);
  const sizes = databases.map(({ to }) => `${basename(to)} of ${(statSync(to).size / MIB).toFixed(1)} MiB`);
  return [...sizes, `${countFiles(folder) - sizes.length} other files`].join(', ');
}
