import { dirname, join } from 'node:path';

import { z } from 'zod';

import { LIMITS } from '../../shared/limits';
import { databaseUrl, engine } from '../db/engine';
import { SETTINGS } from './settings';

type Settings = z.output<typeof SETTINGS>;
type CamelCase<Name> = Name extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}${Capitalize<CamelCase<Rest>>}`
  : Lowercase<Name & string>;

/** Settings by their names in camelCase, and derived values. */
export type Config = Omit<SettingsInCamelCase, keyof Derived> & Derived;
type SettingsInCamelCase = { [Name in keyof Required<Settings> as CamelCase<Name>]: Settings[Name] };

interface Derived {
  baseUrl: string;
  databaseUrl: string;
  /** Undefined with PostgreSQL, whose processes must share the key of `SECRET_KEY`. */
  secretKeyFile: string | undefined;
  aiSandbox: boolean;
  linksBaseUrl: string;
  clickJournal: 'file' | 'database';
  /** Contains the name of a PostgreSQL database, since processes of several may share a machine. */
  clickFolder: string;
  importFolder: string;
  /** For files that are passed on. */
  uploadFolder: string;
  /** Allows a loopback address, over http too. */
  whatsappLoopbackGraph: boolean;
  /** Credentials of the driver `web`; other than in PostgreSQL, a file of its own. */
  whatsappWebStore: { engine: 'sqlite'; path: string } | { engine: 'postgres'; url: string };
  /** Events that the driver `web` has received and not yet applied. */
  whatsappWebFolder: string;
  /** Processes of one database share it. */
  mediaFolder: string;
  bodyTimeoutMs: number;
  stopDelayMs: number;
  stopTimeoutMs: number;
  /** Reads a variable that a setting names, such as `api_key_env` of an AI provider. */
  variable: (name: string) => string | undefined;
}

/** Throws one error that names every invalid setting. */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = SETTINGS.safeParse(given);
  if (!parsed.success) throw new Error(`The configuration is not valid:\n${z.prettifyError(parsed.error)}`);

  const settings = inCamelCase(parsed.data);
  const isProduction = env['NODE_ENV'] === 'production';
  const baseUrl = settings.baseUrl ?? `http://localhost:${settings.port}`;
  return {
    ...settings,
    baseUrl,
    databaseUrl,
    secretKeyFile: engine === 'sqlite' ? join(dirname(databaseUrl), 'secret.key') : undefined,
    aiSandbox: settings.aiSandbox ?? !isProduction,
    linksBaseUrl: settings.linksBaseUrl ?? baseUrl,
    clickJournal: engine === 'sqlite' ? 'file' : (settings.clickJournal ?? 'database'),
    clickFolder: folderOf('clicks'),
    importFolder: folderOf('imports'),
    uploadFolder: folderOf('uploads'),
    whatsappLoopbackGraph: settings.whatsappAllowCustomGraphUrl && !isProduction,
    whatsappWebStore:
      engine === 'sqlite'
        ? { engine, path: join(folderOf('whatsapp-web'), 'credentials.db') }
        : { engine, url: databaseUrl },
    whatsappWebFolder: folderOf('whatsapp-web'),
    mediaFolder: folderOf('media'),
    bodyTimeoutMs: LIMITS.bodySeconds * 1000,
    stopDelayMs: settings.stopDelaySeconds * 1000,
    stopTimeoutMs: settings.stopTimeoutSeconds * 1000,
    variable: (name) => env[name],
  };
}

/** Includes settings without a value. */
const inCamelCase = (settings: Settings): SettingsInCamelCase =>
  Object.fromEntries(SETTINGS.keyof().options.map((name) => [camelCase(name), settings[name]])) as SettingsInCamelCase;

const camelCase = (name: string): string =>
  name.toLowerCase().replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

function folderOf(name: string): string {
  if (engine === 'sqlite') return join(dirname(databaseUrl), name);
  const { host, pathname } = new URL(databaseUrl);
  return join('data', name, Bun.hash(`${host}${pathname}`).toString(16).padStart(16, '0'));
}
