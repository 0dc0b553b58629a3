import { z } from 'zod';

import { CIDR_RULE, EXACT_ORIGIN, ORIGIN_RULE } from './network-rules';

/**
 * The prefix length is required, so that `10.0.0.0` is not mistaken for a network. Bits after the prefix are ignored.
 */
export const Cidr = z
  .string()
  .max(43)
  .regex(CIDR_RULE.pattern, CIDR_RULE.message)
  .describe('IPv4 or IPv6 network in CIDR notation. A single address has the prefix length 32 or 128.')
  .meta({ example: '203.0.113.0/24' });
export type Cidr = z.infer<typeof Cidr>;

/** `https://*.example.com` matches every subdomain, but not the domain itself. */
export const Origin = z
  .string()
  .max(270)
  .regex(ORIGIN_RULE.pattern, ORIGIN_RULE.message)
  .describe(
    'Origin of a web page: scheme, host in lower case and port, without a path. `https://*.example.com` matches every subdomain at any depth, but not `https://example.com`.',
  )
  .meta({ example: 'https://app.example.com' });
export type Origin = z.infer<typeof Origin>;

export const isCidr = (text: string): boolean => CIDR_RULE.pattern.test(text);

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
