import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { databaseUrl, engine } from '../db/engine';
import { causesOf } from '../outage';

interface Fault {
  text: string;
  mend: string;
}

export function databaseFault(error: unknown): Fault | undefined {
  for (const { code, errno, message } of causesOf(error)) {
    const found =
      engine === 'postgres'
        ? ofPostgres(String(code), String(errno), message)
        : (ofSqlite(String(code)) ?? ofFolder(String(code)));
    if (found) return found;
  }
  return undefined;
}

function ofSqlite(code: string): Fault | undefined {
  const file = resolve(databaseUrl);
  const found = (says: string, mend: string): Fault => ({ text: `${file} ${says} (${code}).`, mend });
  if (code.startsWith('SQLITE_CANTOPEN')) {
    return isFolder(file)
      ? found('is a folder', 'Set DATABASE_URL to a file in it.')
      : found('cannot be opened', `${WRITABLE} Or set DATABASE_URL to another file.`);
  }
  if (code.startsWith('SQLITE_READONLY'))
    return found('cannot be written', `${WRITABLE} Or set DATABASE_URL to another file.`);
  if (code.startsWith('SQLITE_NOTADB')) return found('is not a SQLite database', 'Set DATABASE_URL to another file.');
  if (code.startsWith('SQLITE_CORRUPT')) return found('is damaged', 'Restore a backup.');
  if (/^SQLITE_(FULL|IOERR)/.test(code))
    return found('cannot be written', `Free space on the disk of ${dirname(file)}, and check the disk for errors.`);
  if (/^SQLITE_(BUSY|LOCKED)/.test(code))
    return found('is locked by another process', 'Close the program that uses the file, and start again.');
  return undefined;
}

const WRITABLE =
  'Give the user of the service write access to the file, to the files next to it whose names begin with its name, and to their folder.';

function ofFolder(code: string): Fault | undefined {
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return { text: `The disk of ${dirname(resolve(databaseUrl))} is full (${code}).`, mend: 'Free space on the disk.' };
  }
  if (!/^(EACCES|EPERM|EROFS|EEXIST|ENOTDIR|ENOENT|ENAMETOOLONG)$/.test(code)) return undefined;
  return {
    text: `The folder ${dirname(resolve(databaseUrl))} cannot be created or used (${code}).`,
    mend: 'Set DATABASE_URL to a file in a folder that the user of the service may write to.',
  };
}

function ofPostgres(code: string, errno: string, message: string): Fault | undefined {
  const where = `PostgreSQL at ${URL.parse(databaseUrl)?.host}`;
  // Sentences of the server name users and databases, never a password.
  const said = `${where} returned an error: ${message}.`;
  if (code.startsWith('ERR_POSTGRES_CONNECTION_'))
    return {
      text: `${where} does not respond.`,
      mend: 'Check the host and the port in DATABASE_URL, and whether PostgreSQL is running.',
    };
  if (errno.startsWith('28')) return { text: said, mend: 'Check the user and the password in DATABASE_URL.' };
  if (errno === '3D000')
    return { text: said, mend: 'Create the database with createdb, or set DATABASE_URL to another one.' };
  if (errno === '42501')
    return {
      text: said,
      mend: 'Make the user in DATABASE_URL the owner of the database, or allow it to create tables in the schema public.',
    };
  if (errno === '53300')
    return { text: said, mend: 'Raise max_connections, or lower DATABASE_CONNECTIONS of the processes.' };
  if (/^(53|57|58)/.test(errno)) return { text: said, mend: 'Check the log of PostgreSQL.' };
  return undefined;
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
