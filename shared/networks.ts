import { z } from 'zod';

const OCTET = '(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])';
const IPV4 = `${OCTET}(?:\\.${OCTET}){3}`;

const GROUP = '[0-9a-fA-F]{1,4}';
/** Avoids look-around, so that every JSON Schema tool supports it. */
const IPV6 = [
  `(?:${GROUP}:){7}${GROUP}`,
  `(?:${GROUP}:){1,7}:`,
  `(?:${GROUP}:){1,6}:${GROUP}`,
  `(?:${GROUP}:){1,5}(?::${GROUP}){1,2}`,
  `(?:${GROUP}:){1,4}(?::${GROUP}){1,3}`,
  `(?:${GROUP}:){1,3}(?::${GROUP}){1,4}`,
  `(?:${GROUP}:){1,2}(?::${GROUP}){1,5}`,
  `${GROUP}:(?::${GROUP}){1,6}`,
  `:(?::${GROUP}){1,7}`,
  '::',
].join('|');

const CIDR = new RegExp(`^(?:${IPV4}/(?:3[0-2]|[12]?[0-9])|(?:${IPV6})/(?:12[0-8]|1[01][0-9]|[1-9]?[0-9]))$`);

const LABEL = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?';
const PORT = '(?:6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[1-5][0-9]{4}|[1-9][0-9]{0,3})';
const EXACT = `https?://(?:${LABEL}(?:\\.${LABEL})*|\\[(?:${IPV6})\\])(?::${PORT})?`;
/** At least two labels after the star, since `https://*.com` would be too broad. */
const WILDCARD = `https://\\*(?:\\.${LABEL}){2,}`;

const ORIGIN = new RegExp(`^(?:${EXACT}|${WILDCARD})$`);
const EXACT_ORIGIN = new RegExp(`^${EXACT}$`);

/**
 * The prefix length is required, so that `10.0.0.0` is not mistaken for a network. Bits after the prefix are ignored.
 */
export const Cidr = z
  .string()
  .max(43)
  .regex(CIDR, 'Must be a network with its prefix length, such as 203.0.113.0/24 or 2001:db8::/32.')
  .describe('IPv4 or IPv6 network in CIDR notation. A single address has the prefix length 32 or 128.')
  .meta({ example: '203.0.113.0/24' });
export type Cidr = z.infer<typeof Cidr>;

/** `https://*.example.com` matches every subdomain, but not the domain itself. */
export const Origin = z
  .string()
  .max(270)
  .regex(ORIGIN, 'Must be an origin such as https://app.example.com, or https://*.example.com for its subdomains.')
  .describe(
    'Origin of a web page: scheme, host in lower case and port, without a path. `https://*.example.com` matches every subdomain at any depth, but not `https://example.com`.',
  )
  .meta({ example: 'https://app.example.com' });
export type Origin = z.infer<typeof Origin>;

export const isCidr = (text: string): boolean => CIDR.test(text);

/** False for an absent origin and for `null`. */
export function originAllowed(origin: string | null | undefined, list: readonly Origin[]): boolean {
  if (!origin || !EXACT_ORIGIN.test(origin)) return false;
  return list.some((entry) => {
    if (entry === origin) return true;
    if (entry.startsWith('https://*.')) return isBelow(origin, entry.slice('https://*'.length));
    return normalisedAddress(entry) === origin;
  });
}

/** Whether the entry allows no origin that `list` does not. */
export function originCovered(entry: Origin, list: readonly Origin[]): boolean {
  if (!entry.startsWith('https://*.')) return originAllowed(normalisedAddress(entry), list);
  return list.some((other) => other.startsWith('https://*.') && entry.endsWith(other.slice('https://*'.length)));
}

/** `suffix` begins with a dot, so that `https://evil-example.com` is not below `example.com`. */
const isBelow = (origin: string, suffix: string): boolean =>
  origin.startsWith('https://') && origin.endsWith(suffix) && origin.length > 'https://'.length + suffix.length;

/** Without default port, IPv6 in short form, as browsers send it. */
const normalisedAddress = (entry: string): string => (URL.canParse(entry) ? new URL(entry).origin : entry);
