import { lookup } from 'node:dns/promises';
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, resolve } from 'node:path';

import { readProviders } from '../ai/providers/provider-config';
import type { Config } from '../config/config';
import { migrationState, tryToWrite } from '../db/applied-migrations';
import { engine } from '../db/engine';
import { openDatabase } from '../db/open';
import { isLoopbackHost, parseCidrs } from '../limits/client-address';
import { loadSecretKey } from '../secrets/seal';
import { databaseFault } from './database-fault';

const MIB = 1024 * 1024;
/** Below it a start may fail. */
const LEAST_MIB = 16;
/** Below it somebody should look. */
const FEW_MIB = 1024;

export interface Finding {
  result: 'ok' | 'warn' | 'fail';
  text: string;
  mend?: string;
}

export async function database({ databaseUrl }: Config): Promise<Finding> {
  const kind = engine === 'postgres' ? 'PostgreSQL' : `SQLite in ${databaseUrl}`;
  if (engine === 'sqlite' && !existsSync(databaseUrl))
    return { result: 'ok', text: `${kind}: made at the first start.` };

  try {
    const opened = await openDatabase(databaseUrl);
    try {
      const { pending, newer } = await migrationState(opened);
      if (newer) {
        const mend = 'Start the version that migrated it, or restore a backup.';
        return { result: 'fail', text: `${kind} was migrated by a newer version.`, mend };
      }
      if (pending.length === 0) {
        await tryToWrite(opened);
        return { result: 'ok', text: `${kind} answers; no migration is pending.` };
      }
      return {
        result: 'warn',
        text: `${kind} answers; ${pending.length} migrations are pending: ${pending.join(', ')}.`,
        mend: 'The next start runs them; or run the command `migrate`. Make a backup first.',
      };
    } finally {
      await opened.close();
    }
  } catch (error) {
    const fault = databaseFault(error);
    if (fault) return { result: 'fail', ...fault };
    // Not the whole error: it may quote the URL with its password.
    const code = (error as { code?: string }).code ?? 'no connection';
    return { result: 'fail', text: `${kind} does not answer (${code}).`, mend: 'Check DATABASE_URL and that it runs.' };
  }
}

/** Of the disk on which SQLite and files are; PostgreSQL has its own. */
export function diskSpace({ mediaFolder }: Config): Finding {
  const folder = resolve(dirname(mediaFolder));
  const { bavail, bsize } = statfsSync(existingAncestor(folder));
  const free = (bavail * bsize) / MIB;
  const text = `${free < 10 * 1024 ? `${free.toFixed(0)} MiB` : `${(free / 1024).toFixed(0)} GiB`} are free for ${folder}.`;
  if (free >= FEW_MIB) return { result: 'ok', text };
  const mend = 'Make room: on a full disk every write is refused with 503 `unavailable` until there is some.';
  return { result: free < LEAST_MIB ? 'fail' : 'warn', text, mend };
}

export function dataDirectory({ databaseUrl }: Config): Finding {
  if (engine === 'postgres') return { result: 'ok', text: 'Not needed with PostgreSQL.' };
  const folder = resolve(dirname(databaseUrl));
  try {
    accessSync(existingAncestor(folder), constants.W_OK | constants.X_OK);
    return { result: 'ok', text: `${folder} can be written.` };
  } catch {
    const mend = 'Give the user of the service the right to write there, or set DATABASE_URL to another place.';
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
    return { result: 'ok', text: 'SECRET_KEY holds 32 bytes.' };
  }
  if (file === undefined) {
    const mend = 'Set it for every process to the output of: openssl rand -base64 32';
    return { result: 'fail', text: 'SECRET_KEY is missing; with PostgreSQL it is required.', mend };
  }
  if (!existsSync(file)) return { result: 'ok', text: `${file}: made at the first start.` };

  loadSecretKey({ file });
  if ((statSync(file).mode & 0o077) !== 0) {
    return { result: 'warn', text: `${file} can be read by other users.`, mend: `chmod 600 ${file}` };
  }
  return { result: 'ok', text: `${file} is readable for its owner only.` };
}

export function aiProviders({ aiProviders: setting, variable }: Config): Finding {
  const providers = readProviders(setting, variable);
  return { result: 'ok', text: providers.length === 0 ? 'None configured.' : `${providers.length} configured.` };
}

export function proxies({ trustedProxies }: Config): Finding {
  parseCidrs(trustedProxies);
  if (trustedProxies.length === 0) return { result: 'ok', text: 'None trusted: X-Forwarded-For is ignored.' };
  return { result: 'ok', text: `${trustedProxies.length} networks are trusted.` };
}

export async function port(config: Config): Promise<Finding> {
  const where = `${config.host}:${config.port}`;
  const code = await listenOnce(config);
  if (code === undefined) return { result: 'ok', text: `${where} is free.` };
  if (code === 'EADDRINUSE' && (await answersHealth(config))) {
    return {
      result: 'warn',
      text: `A server answers on ${where}, perhaps this one.`,
      mend: 'To start another, set PORT.',
    };
  }
  const mend =
    code === 'EADDRINUSE' ? 'End what uses it, or set PORT.' : 'Set HOST and PORT to what this user may listen on.';
  return { result: 'fail', text: `The service cannot listen on ${where} (${code}).`, mend };
}

/** The code of the error, or undefined when it works. */
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
    if (isLoopbackHost(config.host)) return { result: 'ok', text: `${config.baseUrl}, for this machine only.` };
    const mend = 'Set BASE_URL to the address that others use; the console refuses any other.';
    return { result: 'warn', text: `The service listens for others, but BASE_URL is ${config.baseUrl}.`, mend };
  }
  if (protocol !== 'https:') {
    const mend = 'Put a proxy with TLS in front and set BASE_URL to its https address.';
    return {
      result: 'warn',
      text: `${config.baseUrl} is plain http: passwords and keys cross the network readable.`,
      mend,
    };
  }
  try {
    const { address } = await lookup(hostname.replaceAll(/^\[|\]$/g, ''));
    return { result: 'ok', text: `${config.baseUrl} resolves to ${address}.` };
  } catch {
    return { result: 'warn', text: `${hostname} does not resolve from here.`, mend: 'Check BASE_URL and the DNS.' };
  }
}
