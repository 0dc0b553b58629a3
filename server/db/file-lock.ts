import { Database as Connection } from 'bun:sqlite';

/**
 * Takes a lock that ends with the process: an exclusive transaction on a SQLite file. Returns its release, or undefined
 * when it is held elsewhere.
 */
export function takeFileLock(file: string): (() => void) | undefined {
  const connection = new Connection(file, { create: true });
  try {
    connection.run('pragma busy_timeout = 0');
    connection.run('pragma journal_mode = delete');
    connection.run('begin exclusive');
    return () => connection.close();
  } catch (error) {
    connection.close();
    const code = (error as { code?: unknown }).code;
    if (typeof code === 'string' && /^SQLITE_(BUSY|LOCKED)/.test(code)) return undefined;
    throw error;
  }
}
