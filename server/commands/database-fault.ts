import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { databaseUrl, engine } from '../db/engine';
import { causesOf } from '../outage';

export interface Fault {
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
      : found('cannot be opened', `${WRITABLE} Else set DATABASE_URL to another file.`);
  }
  if (code.startsWith('SQLITE_READONLY'))
    return found('cannot be written', `${WRITABLE} Else set DATABASE_URL to another file.`);
  if (code.startsWith('SQLITE_NOTADB')) return found('is no SQLite database', 'Set DATABASE_URL to another file.');
  if (code.startsWith('SQLITE_CORRUPT')) return found('is damaged', 'Restore a backup.');
  if (/^SQLITE_(FULL|IOERR)/.test(code))
    return found('cannot be written', `Make room on the disk of ${dirname(file)}, and look at its health.`);
  if (/^SQLITE_(BUSY|LOCKED)/.test(code))
    return found(
      'is locked by another process',
      'End what holds it, such as a tool that has it open, and start again.',
    );
  return undefined;
}

const WRITABLE =
  'Give the user of the service the right to write to the file, to those beside it that begin with its name, and to their folder.';

function ofFolder(code: string): Fault | undefined {
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return { text: `The disk of ${dirname(resolve(databaseUrl))} is full (${code}).`, mend: 'Make room on it.' };
  }
  if (!/^(EACCES|EPERM|EROFS|EEXIST|ENOTDIR|ENOENT|ENAMETOOLONG)$/.test(code)) return undefined;
  return {
    text: `The folder ${dirname(resolve(databaseUrl))} cannot be made or used (${code}).`,
    mend: 'Set DATABASE_URL to a file in a folder that the user of the service may write to.',
  };
}

function ofPostgres(code: string, errno: string, message: string): Fault | undefined {
  const where = `PostgreSQL at ${URL.parse(databaseUrl)?.host}`;
  // Its own sentences name users and databases, never a password.
  const said = `${where} says: ${message}.`;
  if (code.startsWith('ERR_POSTGRES_CONNECTION_'))
    return { text: `${where} does not answer.`, mend: 'Check host and port in DATABASE_URL, and that it runs.' };
  if (errno.startsWith('28')) return { text: said, mend: 'Check user and password in DATABASE_URL.' };
  if (errno === '3D000')
    return { text: said, mend: 'Create the database (createdb), or name another one in DATABASE_URL.' };
  if (errno === '42501')
    return { text: said, mend: 'Let the user of DATABASE_URL own the database, or create in its schema public.' };
  if (errno === '53300')
    return { text: said, mend: 'Raise max_connections, or lower DATABASE_CONNECTIONS of the processes.' };
  if (/^(53|57|58)/.test(errno)) return { text: said, mend: 'See the log of PostgreSQL.' };
  return undefined;
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
