import { isIPv4 } from 'node:net';

import type { UtmField } from '../../../../shared/links/clicks';
import { createTwoGenerationCache } from '../two-generation-cache';

type Utm = Partial<Record<UtmField, string>>;

const KEY_LENGTH = 255;
const UTM: [string, UtmField][] = [
  ['utm_source', 'source'],
  ['utm_medium', 'medium'],
  ['utm_campaign', 'campaign'],
  ['utm_term', 'term'],
  ['utm_content', 'content'],
  ['ref', 'ref'],
];
const MAY_HAVE_UTM = /utm_|ref=/;

/** PostgreSQL cannot store U+0000, and UTF-8 has no lone surrogates. */
export const dimensionKey = (text: string): string => text.slice(0, KEY_LENGTH).replaceAll('\u0000', '').toWellFormed();

const destinationCache = createTwoGenerationCache<Utm>(200_000);
const languageCache = createTwoGenerationCache<{ language: string | null }>();
const referrerCache = createTwoGenerationCache<{ host: string | null }>();

/** Reads the request's query first, then the destination. */
export function clickUtm(query: string, destination: string): Utm {
  const own = MAY_HAVE_UTM.test(query) ? utmIn(query) : {};
  if (Object.keys(own).length > 0) return own;
  if (!MAY_HAVE_UTM.test(destination)) return {};
  const at = destination.indexOf('?');
  const parse = (): Utm => (at < 0 ? {} : utmIn(destination.slice(at).split('#', 1)[0] ?? ''));
  return destinationCache.get(destination) ?? destinationCache.set(destination, parse());
}

function utmIn(query: string): Utm {
  const parameters = new URLSearchParams(query);
  const utm: Utm = {};
  for (const [name, field] of UTM) {
    const value = dimensionKey(parameters.get(name) ?? '');
    if (value !== '') utm[field] = value;
  }
  return utm;
}

export function languageOf(header: string): string | null {
  const read = () => ({ language: /^\s*([a-z]{2,3})(?=$|[-,;\s])/i.exec(header)?.[1]?.toLowerCase() ?? null });
  return (languageCache.get(header) ?? languageCache.set(header, read())).language;
}

/** An Android app is named by its package. */
export function referrerHost(referrer: string): string | null {
  if (referrer === '') return null;
  const read = () => ({ host: URL.canParse(referrer) ? dimensionKey(new URL(referrer).host) || null : null });
  return (referrerCache.get(referrer) ?? referrerCache.set(referrer, read())).host;
}

/** /24 of IPv4, /48 of IPv6. */
export function networkPrefix(address: string): string | null {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  if (isIPv4(mapped)) return `${mapped.split('.').slice(0, 3).join('.')}.0/24`;
  if (!URL.canParse(`http://[${address}]/`)) return null;
  const [head = '', tail] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::');
  const groups = head === '' ? [] : head.split(':');
  const filled = tail === undefined ? groups : [...groups, ...Array.from({ length: 8 }, () => '0')];
  return `${filled.slice(0, 3).join(':')}::/48`;
}
