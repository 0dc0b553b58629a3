import { z } from 'zod';

import { isAllowedTarget, isDatabaseUrl, isLinkHost, isNameServer, isProxyUrl } from './forms';

const list = (isForm: (entry: string) => boolean, message: string) =>
  z
    .string()
    .default('')
    .refine((text) => entries(text).every(isForm), message);
export const flag = z.enum(['0', '1', 'false', 'true']).default('0');

/** Every setting: its form, its default and the line that documents it. */
export const SETTINGS = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(3000).describe('Port the server listens on.'),
  HOST: z.string().default('127.0.0.1').describe('Address the server listens on; `0.0.0.0` for every interface.'),
  BASE_URL: z
    .url({ protocol: /^https?$/, message: 'Must be an absolute http(s) URL.' })
    .optional()
    .describe('Public address, used in links, cookies and the reference. Default: `http://localhost:<PORT>`.'),
  DATABASE_URL: z
    .string()
    .refine(
      isDatabaseUrl,
      'Must be a file, or postgres://user:password@host/database; in a password write @ as %40 and / as %2F.',
    )
    .default('data/switchboard.db')
    .describe(
      'A file for SQLite, or `postgres://user:password@host/database`. A file is for one process: while a restart has two, each may give the uses of the last second of a link with `max_clicks` once more.',
    ),
  DATABASE_CONNECTIONS: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(10)
    .describe(
      'Most connections to PostgreSQL for queries; clicks have up to six more, and the process one for its lock.',
    ),
  SECRET_KEY: z
    .string()
    .optional()
    .describe(
      '32 bytes in base64 that seal stored secrets. Default: made at first start beside the SQLite file; required with PostgreSQL.',
    ),
  SIGNUP_MODE: z
    .enum(['first-user', 'invite'])
    .default('first-user')
    .describe(
      '`first-user`: the owner by the set-up page, others by invitation; `invite`: the owner by `bootstrap` only.',
    ),
  SETUP_DIRECT: z
    .enum(['auto', 'off'])
    .default('auto')
    .describe(
      '`auto`: on loopback the set-up page needs no link; `off`: it always needs the link that the log prints.',
    ),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .describe('Networks in CIDR form, by comma, whose `X-Forwarded-For` is believed.'),
  AI_PROVIDERS: z.string().optional().describe('AI providers as JSON, or the path of a JSON file.'),
  AI_SANDBOX: z
    .enum(['true', 'false'])
    .optional()
    .describe(
      'Offer the model `switchboard/echo`, which needs no provider. Default: `true`, unless `NODE_ENV` is `production`.',
    ),
  AUDIT_RETENTION_DAYS: z.coerce.number().int().min(1).default(365).describe('How long audit entries are kept.'),
  EVENT_RETENTION_DAYS: z.coerce.number().int().min(1).default(30).describe('How long events are kept.'),
  DELIVERY_RETENTION_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .default(90)
    .describe('How long deliveries and their statistics are kept.'),
  INBOUND_RETENTION_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .default(30)
    .describe('How long requests of inbound endpoints are kept; their bodies above 64 KiB for a week at most.'),
  PUBLICATION_RETENTION_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .default(400)
    .describe('How long publications that ended are kept.'),
  PUBLICATION_DELIVERY_RETENTION_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .default(90)
    .describe('How long deliveries of publications that ended are kept.'),
  RULE_RUN_RETENTION_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .default(30)
    .describe('How long runs of rules that ended are kept.'),
  WEBHOOK_ALLOW_PRIVATE: list(
    isAllowedTarget,
    'Must be networks such as 10.1.0.0/16 or host names, by comma.',
  ).describe(
    'Networks in CIDR form and exact host names, by comma, that webhooks may reach although they are not public, over http too.',
  ),
  WEBHOOK_ALLOW_HTTP: flag.describe('`1`: webhooks may go to plain http addresses.'),
  WEBHOOK_SHOW_PRIVATE_RESPONSES: flag.describe(
    '`1`: keep headers and body of what receivers answer that `WEBHOOK_ALLOW_PRIVATE` lets through.',
  ),
  WEBHOOKS_PER_WORKSPACE: z.coerce.number().int().min(1).default(50).describe('Most webhooks of one workspace.'),
  DELIVERY_MAX_SOCKETS: z.coerce
    .number()
    .int()
    .min(1)
    .default(2048)
    .describe('Most deliveries in flight; at most the limit of open files less 512.'),
  DELIVERY_FAST_SLOTS: z.coerce
    .number()
    .int()
    .min(1)
    .default(64)
    .describe('Most deliveries in flight that are younger than 300 ms; slower ones leave these places.'),
  EGRESS_PROXY: z
    .string()
    .refine(isProxyUrl, 'Must be http:// or https:// with a host, without a path.')
    .optional()
    .describe('Proxy for every request to an address that a user gave, by CONNECT; it then judges the names.'),
  EGRESS_DNS: list(isNameServer, 'Must be addresses such as 10.0.0.2 or 10.0.0.2:53, by comma.').describe(
    'Name servers, by comma, for addresses that users gave. Default: those of the system.',
  ),
  EGRESS_CA_FILE: z
    .string()
    .optional()
    .describe('File of further root certificates in PEM for addresses that users gave.'),
  LINKS_BASE_URL: z
    .url({ protocol: /^https?$/, message: 'Must be an absolute http(s) URL.' })
    .optional()
    .describe('Address of the short links that all workspaces share. Default: `BASE_URL`.'),
  SHARED_LINK_DOMAIN: z
    .enum(['on', 'off'])
    .default('on')
    .describe('`off`: workspaces make links on domains of their own only; links of the shared one go on.'),
  LINK_DOMAINS_TRUSTED: list(isLinkHost, 'Must be host names such as go or go.corp.example, by comma.').describe(
    'Host names, by comma, that become link domains without proof, such as names of the own network.',
  ),
  LINKS_PER_WORKSPACE: z.coerce.number().int().min(1).default(1_000_000).describe('Most short links of one workspace.'),
  LINK_CACHE_ENTRIES: z.coerce.number().int().min(2).default(100_000).describe('Most short links kept in memory.'),
  LINK_BLOCKLIST: z
    .string()
    .default('')
    .describe('Files, by comma, of hosts that no link may lead to, one a line; they are read again when they change.'),
  GEO_COUNTRY_HEADER: z
    .string()
    .regex(/^[\w-]+$/, 'Must be the name of a header.')
    .optional()
    .describe('Header, such as `CF-IPCountry`, in which `TRUSTED_PROXIES` name the country of a visitor.'),
  GEOIP_DB: z
    .string()
    .default('')
    .describe(
      'Files in MaxMind’s format, by comma, that tell countries and cities of visitors; they are read again when they change. Default: `*.mmdb` in `geoip` beside the data, `/usr/share/GeoIP` and `/var/lib/GeoIP`.',
    ),
  CLICK_DURABILITY: z
    .enum(['process', 'power'])
    .default('process')
    .describe(
      '`process`: a click survives the end of the process, and a power cut after 200 ms; `power`: a power cut too, at about half the redirects a second.',
    ),
  CLICK_JOURNAL: z
    .enum(['file', 'database'])
    .optional()
    .describe(
      'Where clicks are safe before the redirect: `file`, or with PostgreSQL `database`, its default. SQLite always has `file`.',
    ),
  CLICK_JOURNAL_MAX: z.coerce
    .number()
    .int()
    .min(1_048_576)
    .default(1_073_741_824)
    .describe('Most bytes of clicks that wait to be counted; further ones are dropped, and redirects go on.'),
  WHATSAPP_ALLOW_CUSTOM_GRAPH_URL: flag.describe(
    '`1`: WhatsApp instances may name a Graph API other than Meta’s; one on this machine only outside production.',
  ),
  WHATSAPP_MEDIA_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .default(30)
    .describe('How long files of WhatsApp messages are kept; the messages stay.'),
  WHATSAPP_MEDIA_MAX: z.coerce
    .number()
    .int()
    .min(1_048_576)
    .default(10_737_418_240)
    .describe('Most bytes of files of WhatsApp messages of one workspace; further ones are refused, or not fetched.'),
  WHATSAPP_BACKLOG_MAX: z.coerce
    .number()
    .int()
    .min(1_048_576)
    .default(268_435_456)
    .describe('Most bytes of notifications for one workspace that wait; for further ones Meta is told to come again.'),
  METRICS_TOKEN: z.string().optional().describe('Bearer token for `/metrics`. Without it only loopback may read them.'),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('Least level that is logged.'),
  STOP_DELAY_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .default(0)
    .describe('How long a stop goes on serving, with `/readyz` at 503, so that a load balancer turns away first.'),
  STOP_TIMEOUT_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .default(10)
    .describe('How long a stop waits for requests in flight.'),
});

export function entries(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
}
