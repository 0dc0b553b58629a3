import { z } from 'zod';

import {
  isAllowedTarget,
  isDatabaseUrl,
  isLinkHost,
  isLoopbackUrl,
  isNameServer,
  isProxyUrl,
  isWhatsAppVersion,
} from './forms';

const list = (isEntry: (entry: string) => boolean = () => true, message = '') =>
  z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((entry) => entry.trim())
        .filter(Boolean),
    )
    .refine((entries) => entries.every(isEntry), message);
const flag = z
  .enum(['0', '1', 'false', 'true'])
  .default('0')
  .transform((value) => value === '1' || value === 'true');
const wholeNumber = (fallback: number, { min = 1, max = Number.MAX_SAFE_INTEGER } = {}) =>
  z.coerce.number().int().min(min).max(max).default(fallback);
const testPeer = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom', message: 'Must be JSON.' });
      return z.NEVER;
    }
  })
  .pipe(
    z.strictObject({
      url: z.string().refine((url) => isLoopbackUrl(url, /^wss?:$/), 'Must be a ws:// URL with a loopback address.'),
      root: z.base64(),
      mediaUrl: z
        .string()
        .refine((url) => isLoopbackUrl(url, /^https?:$/), 'Must be an http:// URL with a loopback address.'),
    }),
  )
  .optional();
const siteUrl = z
  .url({ protocol: /^https?$/, message: 'Must be an absolute http(s) URL.' })
  .transform((url) => url.replace(/\/+$/, ''))
  .optional();

/** `LOG_LEVEL` is `logLevel` in the configuration. */
export const SETTINGS = z.object({
  PORT: wholeNumber(3000, { min: 0, max: 65535 }).describe('Port the server listens on.'),
  HOST: z.string().default('127.0.0.1').describe('Address the server listens on; `0.0.0.0` for every interface.'),
  BASE_URL: siteUrl.describe(
    'Public URL, used in links, cookies and the API reference. Default: `http://localhost:<PORT>`.',
  ),
  DATABASE_URL: z
    .string()
    .refine(
      isDatabaseUrl,
      'Must be a file, or postgres://user:password@host/database; in a password write @ as %40 and / as %2F.',
    )
    .default('data/switchboard.db')
    .describe(
      'A file for SQLite, or `postgres://user:password@host/database`. Only one process may use a SQLite file. If two processes overlap during a restart, a link with `max_clicks` may allow the clicks of the last second twice.',
    ),
  DATABASE_CONNECTIONS: wholeNumber(10, { min: 1, max: 1000 }).describe(
    'Maximum connections to PostgreSQL for queries. Each process uses up to six more for clicks, and one for its lock.',
  ),
  SECRET_KEY: z
    .string()
    .optional()
    .describe(
      '32 bytes in base64 that encrypt stored secrets. Default: a key that the first start creates next to the SQLite file. Required with PostgreSQL.',
    ),
  SIGNUP_MODE: z
    .enum(['first-user', 'invite'])
    .default('first-user')
    .describe(
      '`first-user`: the set-up page creates the owner; other users need an invitation. `invite`: only the `bootstrap` command creates the owner.',
    ),
  SETUP_DIRECT: z
    .enum(['auto', 'off'])
    .default('auto')
    .describe(
      '`auto`: on the same machine, the set-up page needs no link. `off`: the set-up page always needs the link from the log.',
    ),
  TRUSTED_PROXIES: list().describe(
    'Networks of your proxies in CIDR form (comma-separated). `X-Forwarded-For` is trusted only from these networks.',
  ),
  AI_PROVIDERS: z.string().optional().describe('AI providers as JSON, or the path of a JSON file.'),
  AI_SANDBOX: z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .optional()
    .describe(
      'Offer the model `switchboard/echo`, which needs no provider. Default: `true`, but `false` if `NODE_ENV` is `production`.',
    ),
  AUDIT_RETENTION_DAYS: wholeNumber(365).describe('Days to keep audit entries.'),
  EVENT_RETENTION_DAYS: wholeNumber(30).describe('Days to keep events.'),
  DELIVERY_RETENTION_DAYS: wholeNumber(90).describe('Days to keep webhook deliveries and their statistics.'),
  INBOUND_RETENTION_DAYS: wholeNumber(30).describe(
    'Days to keep requests of inbound endpoints. Bodies over 64 KiB are kept for at most one week.',
  ),
  PUBLICATION_RETENTION_DAYS: wholeNumber(400).describe('Days to keep finished publications.'),
  PUBLICATION_DELIVERY_RETENTION_DAYS: wholeNumber(90).describe('Days to keep deliveries of finished publications.'),
  RULE_RUN_RETENTION_DAYS: wholeNumber(30).describe('Days to keep finished rule runs.'),
  WEBHOOK_ALLOW_PRIVATE: list(
    isAllowedTarget,
    'Must be networks such as 10.1.0.0/16 or host names (comma-separated).',
  ).describe(
    'Networks in CIDR form and exact host names (comma-separated) that webhooks may call although they are not public. Plain HTTP is allowed for them too.',
  ),
  WEBHOOK_ALLOW_HTTP: flag.describe('`1`: webhooks may call plain HTTP addresses.'),
  WEBHOOK_SHOW_PRIVATE_RESPONSES: flag.describe(
    '`1`: store the headers and body of answers from receivers that `WEBHOOK_ALLOW_PRIVATE` allows.',
  ),
  WEBHOOKS_PER_WORKSPACE: wholeNumber(50).describe('Maximum webhooks of one workspace.'),
  DELIVERY_MAX_SOCKETS: wholeNumber(2048).describe(
    'Maximum deliveries in flight. Never more than the limit of open files minus 512.',
  ),
  DELIVERY_FAST_SLOTS: wholeNumber(64).describe(
    'Maximum deliveries in flight that are younger than 300 ms. Slower deliveries do not count here.',
  ),
  EGRESS_PROXY: z
    .string()
    .refine(isProxyUrl, 'Must be http:// or https:// with a host, without a path.')
    .optional()
    .describe(
      'HTTP proxy (CONNECT) for all requests to addresses that users entered. The proxy then resolves and checks the host names.',
    ),
  EGRESS_DNS: list(isNameServer, 'Must be addresses such as 10.0.0.2 or 10.0.0.2:53 (comma-separated).').describe(
    'DNS servers (comma-separated) for addresses that users entered. Default: the DNS servers of the system.',
  ),
  EGRESS_CA_FILE: z
    .string()
    .optional()
    .describe('PEM file with additional root certificates for addresses that users entered.'),
  LINKS_BASE_URL: siteUrl.describe('URL of the short-link domain that all workspaces share. Default: `BASE_URL`.'),
  SHARED_LINK_DOMAIN: z
    .enum(['on', 'off'])
    .default('on')
    .transform((value) => value === 'on')
    .describe(
      '`off`: workspaces can create links only on their own domains. Existing links on the shared domain continue to work.',
    ),
  LINK_DOMAINS_TRUSTED: list(isLinkHost, 'Must be host names such as go or go.corp.example (comma-separated).')
    .transform((hosts) => hosts.map((host) => host.toLowerCase()))
    .describe(
      'Host names (comma-separated) that can become link domains without proof of ownership, for example names in your own network.',
    ),
  LINKS_PER_WORKSPACE: wholeNumber(1_000_000).describe('Maximum short links of one workspace.'),
  LINK_CACHE_ENTRIES: wholeNumber(100_000, { min: 2 }).describe('Maximum short links in memory.'),
  LINK_BLOCKLIST: list().describe(
    'Files (comma-separated) with hosts that links may not lead to, one host per line. Changed files are read again.',
  ),
  GEO_COUNTRY_HEADER: z
    .string()
    .regex(/^[\w-]+$/, 'Must be the name of a header.')
    .optional()
    .describe(
      'Header with the country of a visitor, for example `CF-IPCountry`. Accepted only from `TRUSTED_PROXIES`.',
    ),
  GEOIP_DB: list().describe(
    'Files in the MaxMind format (comma-separated) with the countries and cities of IP addresses. Changed files are read again. Default: `*.mmdb` in the folder `geoip` next to the data, in `/usr/share/GeoIP` and in `/var/lib/GeoIP`.',
  ),
  CLICK_DURABILITY: z
    .enum(['process', 'power'])
    .default('process')
    .describe(
      '`process`: a click survives a crash of the process, and after 200 ms also a power failure. `power`: a click survives a power failure immediately, with about half as many redirects per second.',
    ),
  CLICK_JOURNAL: z
    .enum(['file', 'database'])
    .optional()
    .describe(
      'Where clicks are stored before the redirect: `file` or `database`. Default: `database` with PostgreSQL. SQLite always uses `file`.',
    ),
  CLICK_JOURNAL_MAX: wholeNumber(1_073_741_824, { min: 1_048_576 }).describe(
    'Maximum bytes of clicks that are not counted yet. Above it, new clicks are dropped, and redirects continue.',
  ),
  WHATSAPP_ALLOW_CUSTOM_GRAPH_URL: flag.describe(
    '`1`: WhatsApp instances may use a Graph API other than the one of Meta. An address on the same machine is allowed only outside production.',
  ),
  WHATSAPP_MEDIA_DAYS: wholeNumber(30).describe('Days to keep files of WhatsApp messages. The messages stay.'),
  WHATSAPP_MEDIA_MAX: wholeNumber(10_737_418_240, { min: 1_048_576 }).describe(
    'Maximum bytes of WhatsApp files of one workspace. Above it, uploads are refused and received files are not downloaded.',
  ),
  WHATSAPP_BACKLOG_MAX: wholeNumber(268_435_456, { min: 1_048_576 }).describe(
    'Maximum bytes of waiting WhatsApp notifications of one workspace. Above it, Meta is asked to send them again later.',
  ),
  WHATSAPP_WEB_ISOLATION: z
    .enum(['thread', 'process'])
    .default('thread')
    .describe(
      'Where the connections of the driver `web` run: in a `thread` of the server, or in a `process` of their own, which needs about 85 MB more.',
    ),
  WHATSAPP_WEB_VERSION: z
    .string()
    .refine(isWhatsAppVersion, 'Must be a version such as 2.3000.1043857760.')
    .optional()
    .describe(
      'Version of WhatsApp Web that the driver `web` announces, such as `2.3000.1043857760`. Default: the version of its library. Set it when WhatsApp refuses that one.',
    ),
  WHATSAPP_WEB_PASSKEY: flag.describe(
    '`1`: phones can be linked to the driver `web` with a passkey, which some accounts require. Not yet proven with WhatsApp itself.',
  ),
  WHATSAPP_ALLOW_PRIVATE_PROXY: flag.describe(
    '`1`: the proxy of a WhatsApp instance may have a private address, also one on the same machine.',
  ),
  WHATSAPP_WEB_TEST_PEER: testPeer.describe(
    'A test server on the same machine instead of WhatsApp, for the driver `web`: JSON with `url`, `root` and `mediaUrl`. No real account can be connected then.',
  ),
  METRICS_TOKEN: z
    .string()
    .optional()
    .describe('Bearer token for `/metrics`. Without it, only requests from the same machine can read the metrics.'),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('Minimum level of log messages.'),
  STOP_DELAY_SECONDS: wholeNumber(0, { min: 0 }).describe(
    'Seconds to continue to serve after SIGTERM, with `/readyz` at 503, so that a load balancer can stop sending requests first.',
  ),
  STOP_TIMEOUT_SECONDS: wholeNumber(10).describe('Maximum seconds to wait for requests in flight after SIGTERM.'),
});
