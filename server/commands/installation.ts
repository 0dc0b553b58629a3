import { newId } from '../../shared/ids';
import { ensureInstance } from '../access/system/instance';
import type { CallContext } from '../call-context';
import { readConfig } from '../config/config';
import { openDatabase } from '../db/open';
import { createLog } from '../log';
import { createServices } from '../services';

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Logs to standard error. A server may be running on the same database. */
export async function withInstallation<T>(work: (ctx: CallContext) => Promise<T>): Promise<T> {
  const config = readConfig();
  const database = await openDatabase();
  try {
    await database.migrate();
    await ensureInstance(database, new Date());
    const services = createServices(config, database, createLog(config.logLevel, process.stderr));
    return await work({
      ...services,
      actor: { type: 'anonymous' },
      requestId: newId('req'),
      origin: { ip: '127.0.0.1', peer: '127.0.0.1', userAgent: 'command line', headers: new Headers() },
      idempotencyKey: null,
      ifMatch: null,
      reply: {},
      byKey: false,
      workspaceAsked: undefined,
      signal: undefined,
    });
  } finally {
    await database.close();
  }
}

export const print = (line: string): void => void process.stdout.write(`${line}\n`);
