import { lookup } from 'node:dns/promises';
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, resolve } from 'node:path';

import { readProviders } from '../ai';
import type { Config } from '../config/config';
import { migrationState, tryToWrite } from '../db/applied-migrations';
import { engine } from '../db/engine';
import { UNRELEASED } from '../db/migrations-folder';
import { openDatabase } from '../db/open';
import { isLoopbackHost, parseCidrs } from '../limits/client-address';
import { loadSecretKey } from '../secrets/seal';
import { databaseFault } from './database-fault';

const MIB = 1024 * 1024;
/** A start may fail below this. */
const MIN_MIB = 16;
/** Below this the operator is warned. */
const FEW_MIB = 1024;

export interface Finding {
  result: 'ok' | 'warn' | 'fail';
  text: string;
  mend?: string;
}

export async function database({ databaseUrl }: Config): Promise<Finding> {
  const kind = engine === 'postgres' ? 'PostgreSQL' : `SQLite in ${databaseUrl}`;
  if (engine === 'sqlite' && !existsSync(databaseUrl))
    return { result: 'ok', text: `${kind}: created at the first start.` };

  try {
    const opened = await openDatabase(databaseUrl);
    try {
      const { pending, newer, unreleased } = await migrationState(opened);
      if (unreleased) return { result: 'fail', text: `${kind}: ${UNRELEASED.text}`, mend: UNRELEASED.mend };
      if (newer) {
        const mend = 'Start the version that migrated the database, or restore a backup.';
        return { result: 'fail', text: `${kind} was migrated by a newer version.`, mend };
      }
      if (pending.length === 0) {
        await tryToWrite(opened);
        return { result: 'ok', text: `${kind} is available; no migration is pending.` };
      }
      return {
        result: 'warn',
        text: `${kind} is available; ${pending.length} migrations are pending: ${pending.join(', ')}.`,
        mend: 'Make a backup. The migrations run at the next start, or with the command `migrate`.',
      };
    } finally {
      await opened.close();
    }
  } catch (error) {
    const fault = databaseFault(error);
    if (fault) return { result: 'fail', ...fault };
    // Not the whole error: it may quote the URL with its password.
    const code = (error as { code?: string }).code ?? 'no connection';
    return {
      result: 'fail',
      text: `${kind} does not respond (${code}).`,
      mend: 'Check DATABASE_URL and whether the database is running.',
    };
  }
}

/** For SQLite and files; PostgreSQL has its own disk. */
export function diskSpace({ mediaFolder }: Config): Finding {
  const folder = resolve(dirname(mediaFolder));
  const { bavail, bsize } = statfsSync(existingAncestor(folder));
  const free = (bavail * bsize) / MIB;
  const text = `${free < 10 * 1024 ? `${free.toFixed(0)} MiB` : `${(free / 1024).toFixed(0)} GiB`} are free for ${folder}.`;
  if (free >= FEW_MIB) return { result: 'ok', text };
  const mend = 'Free space on the disk. On a full disk, every write is refused with 503 `unavailable`.';
  return { result: free < MIN_MIB ? 'fail' : 'warn', text, mend };
}

export function dataDirectory({ databaseUrl }: Config): Finding {
  if (engine === 'postgres') return { result: 'ok', text: 'Not needed for PostgreSQL.' };
  const folder = resolve(dirname(databaseUrl));
  try {
    accessSync(existingAncestor(folder), constants.W_OK | constants.X_OK);
    return { result: 'ok', text: `${folder} can be written.` };
  } catch {
    const mend =
      'Give the user of the service write access to the folder, or set DATABASE_URL to a file in another folder.';
    return { result: 'fail', text: `${folder} cannot be written.`, mend };
  }
}

function existingAncestor(folder: string): string {
  let at = folder;
  while (!existsSync(at) && dirname(at) !== at) at = dirname(at);
  return at;
}

export function secretKey({ secretKey: value, secretKeyFile: file }: Config): Finding {
  if (value !== undefined) {
    loadSecretKey({ value, file: undefined });
    return { result: 'ok', text: 'SECRET_KEY has 32 bytes.' };
  }
  if (file === undefined) {
    const mend = 'Set SECRET_KEY of every process to the output of: openssl rand -base64 32';
    return { result: 'fail', text: 'SECRET_KEY is missing. It is required with PostgreSQL.', mend };
  }
  if (!existsSync(file)) return { result: 'ok', text: `${file}: created at the first start.` };

  loadSecretKey({ file });
  if ((statSync(file).mode & 0o077) !== 0) {
    return { result: 'warn', text: `${file} can be read by other users.`, mend: `chmod 600 ${file}` };
  }
  return { result: 'ok', text: `${file} can be read by its owner only.` };
}

export function checkAiProviders({ aiProviders: setting, variable }: Config): Finding {
  const providers = readProviders(setting, variable);
  return { result: 'ok', text: providers.length === 0 ? 'None configured.' : `${providers.length} configured.` };
}

export function proxies({ trustedProxies }: Config): Finding {
  parseCidrs(trustedProxies);
  if (trustedProxies.length === 0) return { result: 'ok', text: 'No trusted networks: X-Forwarded-For is ignored.' };
  return { result: 'ok', text: `${trustedProxies.length} networks are trusted.` };
}

export async function port(config: Config): Promise<Finding> {
  const where = `${config.host}:${config.port}`;
  const code = await listenOnce(config);
  if (code === undefined) return { result: 'ok', text: `${where} is free.` };
  if (code === 'EADDRINUSE' && (await answersHealth(config))) {
    return {
      result: 'warn',
      text: `A server is already running on ${where}, possibly this service.`,
      mend: 'Set PORT to start another one.',
    };
  }
  const mend =
    code === 'EADDRINUSE'
      ? 'Stop the program that uses the port, or set PORT.'
      : 'Set HOST and PORT to an address that this user can listen on.';
  return { result: 'fail', text: `The service cannot listen on ${where} (${code}).`, mend };
}

/** Undefined on success. */
function listenOnce(config: Config): Promise<string | undefined> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message));
    server.listen({ port: config.port, host: config.host, exclusive: true }, () => server.close(() => done(undefined)));
  });
}

async function answersHealth({ host, port: number }: Config): Promise<boolean> {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  try {
    const response = await fetch(`http://${name}:${number}/healthz`, { signal: AbortSignal.timeout(1000) });
    return (await response.text()) === '{"status":"ok"}';
  } catch {
    return false;
  }
}

export async function baseUrl(config: Config): Promise<Finding> {
  const { protocol, host, hostname } = new URL(config.baseUrl);
  if (isLoopbackHost(host)) {
    if (isLoopbackHost(config.host))
      return { result: 'ok', text: `${config.baseUrl} can be reached from this machine only.` };
    const mend = 'Set BASE_URL to the address that users open. The console refuses all other addresses.';
    return { result: 'warn', text: `The service listens on all interfaces, but BASE_URL is ${config.baseUrl}.`, mend };
  }
  if (protocol !== 'https:') {
    const mend = 'Use a reverse proxy with TLS and set BASE_URL to its https address.';
    return {
      result: 'warn',
      text: `${config.baseUrl} is plain http: passwords and keys are sent unencrypted.`,
      mend,
    };
  }
  try {
    const { address } = await lookup(hostname.replaceAll(/^\[|\]$/g, ''));
    return { result: 'ok', text: `${config.baseUrl} resolves to ${address}.` };
  } catch {
    return {
      result: 'warn',
      text: `${hostname} cannot be resolved from this machine.`,
      mend: 'Check BASE_URL and the DNS records.',
    };
  }
}
