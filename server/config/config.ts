import { dirname, join } from 'node:path';

import { z } from 'zod';

import { LIMITS } from '../../shared/limits';
import { databaseUrl, engine } from '../db/engine';
import { entries, type flag, SETTINGS } from './settings';

export interface Config {
  port: number;
  host: string;
  baseUrl: string;
  databaseUrl: string;
  secretKey: string | undefined;
  /** Where the secret key is made; undefined with PostgreSQL, whose processes must share one. */
  secretKeyFile: string | undefined;
  signupMode: 'first-user' | 'invite';
  setupDirect: 'auto' | 'off';
  trustedProxies: string[];
  aiProviders: string | undefined;
  aiSandbox: boolean;
  auditRetentionDays: number;
  eventRetentionDays: number;
  deliveryRetentionDays: number;
  inboundRetentionDays: number;
  publicationRetentionDays: number;
  publicationDeliveryRetentionDays: number;
  ruleRunRetentionDays: number;
  webhookAllowPrivate: string[];
  webhookAllowHttp: boolean;
  webhookShowPrivateResponses: boolean;
  webhooksPerWorkspace: number;
  deliveryMaxSockets: number;
  deliveryFastSlots: number;
  egressProxy: string | undefined;
  egressDns: string[];
  egressCaFile: string | undefined;
  linksBaseUrl: string;
  sharedLinkDomain: boolean;
  linkDomainsTrusted: string[];
  linksPerWorkspace: number;
  linkBlocklist: string[];
  linkCacheEntries: number;
  geoCountryHeader: string | undefined;
  geoFiles: string[];
  clickDurability: 'process' | 'power';
  clickJournal: 'file' | 'database';
  clickJournalMax: number;
  /** With PostgreSQL a folder for each database, since processes of several may share a machine. */
  clickFolder: string;
  importFolder: string;
  whatsappCustomGraph: boolean;
  /** Also one on this machine, over http too. */
  whatsappLoopbackGraph: boolean;
  whatsappMediaDays: number;
  whatsappMediaMax: number;
  whatsappBacklogMax: number;
  /** Where they lie; processes that share a database share it. */
  mediaFolder: string;
  metricsToken: string | undefined;
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** What the whole of a body may take. */
  bodyTimeoutMs: number;
  stopDelayMs: number;
  stopTimeoutMs: number;
  /** Reads a variable that another setting names, such as `api_key_env` of an AI provider. */
  variable: (name: string) => string | undefined;
}

/** Reads the environment. Throws one error that names every wrong setting. */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = SETTINGS.safeParse(given);
  if (!parsed.success) throw new Error(`The configuration is not valid:\n${z.prettifyError(parsed.error)}`);

  const settings = parsed.data;
  const baseUrl = (settings.BASE_URL ?? `http://localhost:${settings.PORT}`).replace(/\/+$/, '');
  return {
    port: settings.PORT,
    host: settings.HOST,
    baseUrl,
    databaseUrl,
    secretKey: settings.SECRET_KEY,
    secretKeyFile: engine === 'sqlite' ? join(dirname(databaseUrl), 'secret.key') : undefined,
    signupMode: settings.SIGNUP_MODE,
    setupDirect: settings.SETUP_DIRECT,
    trustedProxies: entries(settings.TRUSTED_PROXIES),
    aiProviders: settings.AI_PROVIDERS,
    aiSandbox: settings.AI_SANDBOX === undefined ? env['NODE_ENV'] !== 'production' : settings.AI_SANDBOX === 'true',
    auditRetentionDays: settings.AUDIT_RETENTION_DAYS,
    eventRetentionDays: settings.EVENT_RETENTION_DAYS,
    deliveryRetentionDays: settings.DELIVERY_RETENTION_DAYS,
    inboundRetentionDays: settings.INBOUND_RETENTION_DAYS,
    publicationRetentionDays: settings.PUBLICATION_RETENTION_DAYS,
    publicationDeliveryRetentionDays: settings.PUBLICATION_DELIVERY_RETENTION_DAYS,
    ruleRunRetentionDays: settings.RULE_RUN_RETENTION_DAYS,
    webhookAllowPrivate: entries(settings.WEBHOOK_ALLOW_PRIVATE),
    webhookAllowHttp: isOn(settings.WEBHOOK_ALLOW_HTTP),
    webhookShowPrivateResponses: isOn(settings.WEBHOOK_SHOW_PRIVATE_RESPONSES),
    webhooksPerWorkspace: settings.WEBHOOKS_PER_WORKSPACE,
    deliveryMaxSockets: settings.DELIVERY_MAX_SOCKETS,
    deliveryFastSlots: settings.DELIVERY_FAST_SLOTS,
    egressProxy: settings.EGRESS_PROXY,
    egressDns: entries(settings.EGRESS_DNS),
    egressCaFile: settings.EGRESS_CA_FILE,
    linksBaseUrl: settings.LINKS_BASE_URL?.replace(/\/+$/, '') ?? baseUrl,
    sharedLinkDomain: settings.SHARED_LINK_DOMAIN === 'on',
    linkDomainsTrusted: entries(settings.LINK_DOMAINS_TRUSTED).map((host) => host.toLowerCase()),
    linksPerWorkspace: settings.LINKS_PER_WORKSPACE,
    linkBlocklist: entries(settings.LINK_BLOCKLIST),
    linkCacheEntries: settings.LINK_CACHE_ENTRIES,
    geoCountryHeader: settings.GEO_COUNTRY_HEADER,
    geoFiles: entries(settings.GEOIP_DB),
    clickDurability: settings.CLICK_DURABILITY,
    clickJournal: engine === 'sqlite' ? 'file' : (settings.CLICK_JOURNAL ?? 'database'),
    clickJournalMax: settings.CLICK_JOURNAL_MAX,
    clickFolder: folderOf('clicks'),
    importFolder: folderOf('imports'),
    whatsappCustomGraph: isOn(settings.WHATSAPP_ALLOW_CUSTOM_GRAPH_URL),
    whatsappLoopbackGraph: isOn(settings.WHATSAPP_ALLOW_CUSTOM_GRAPH_URL) && env['NODE_ENV'] !== 'production',
    whatsappMediaDays: settings.WHATSAPP_MEDIA_DAYS,
    whatsappMediaMax: settings.WHATSAPP_MEDIA_MAX,
    whatsappBacklogMax: settings.WHATSAPP_BACKLOG_MAX,
    mediaFolder: folderOf('media'),
    metricsToken: settings.METRICS_TOKEN,
    logLevel: settings.LOG_LEVEL,
    bodyTimeoutMs: LIMITS.bodySeconds * 1000,
    stopDelayMs: settings.STOP_DELAY_SECONDS * 1000,
    stopTimeoutMs: settings.STOP_TIMEOUT_SECONDS * 1000,
    variable: (name) => env[name],
  };
}

function folderOf(name: string): string {
  if (engine === 'sqlite') return join(dirname(databaseUrl), name);
  const { host, pathname } = new URL(databaseUrl);
  return join('data', name, Bun.hash(`${host}${pathname}`).toString(16).padStart(16, '0'));
}

const isOn = (value: z.output<typeof flag>): boolean => value === '1' || value === 'true';
