import { Database as Connection } from 'bun:sqlite';

/** An exclusive transaction on the file, which ends with the process. Undefined when another process holds it. */
export function acquireFileLock(file: string): (() => void) | undefined {
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
