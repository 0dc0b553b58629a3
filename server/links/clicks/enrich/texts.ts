import { isIPv4 } from 'node:net';

import type { UtmField } from '../../../../shared/links/clicks';
import { createMemory } from '../memory';

type Utm = Partial<Record<UtmField, string>>;

/** Longest value of a dimension; a longer one is cut, so that it stays a key. */
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

/** Text that every engine keeps as it is: PostgreSQL takes no U+0000, and UTF-8 has no half of a surrogate pair. */
export const keyOf = (text: string): string => text.slice(0, KEY_LENGTH).replaceAll('\u0000', '').toWellFormed();

/** As many as the links that are busy at a time have destinations. */
const ofDestinations = createMemory<Utm>(200_000);
const ofLanguages = createMemory<{ language: string | null }>();
const ofReferrers = createMemory<{ host: string | null }>();

/** Campaign of the request’s own query, else of the destination. */
export function utmOf(query: string, destination: string): Utm {
  const own = MAY_HAVE_UTM.test(query) ? utmIn(query) : {};
  if (Object.keys(own).length > 0) return own;
  if (!MAY_HAVE_UTM.test(destination)) return {};
  const at = destination.indexOf('?');
  const parse = (): Utm => (at < 0 ? {} : utmIn(destination.slice(at).split('#', 1)[0] ?? ''));
  return ofDestinations.get(destination) ?? ofDestinations.set(destination, parse());
}

function utmIn(query: string): Utm {
  const parameters = new URLSearchParams(query);
  const utm: Utm = {};
  for (const [name, field] of UTM) {
    const value = keyOf(parameters.get(name) ?? '');
    if (value !== '') utm[field] = value;
  }
  return utm;
}

/** The first language of an `Accept-Language` header, without its region. */
export function languageOf(header: string): string | null {
  const read = () => ({ language: /^\s*([a-z]{2,3})(?=$|[-,;\s])/i.exec(header)?.[1]?.toLowerCase() ?? null });
  return (ofLanguages.get(header) ?? ofLanguages.set(header, read())).language;
}

/** Host of the page with the link; an Android app is named by its package. */
export function hostOf(referrer: string): string | null {
  if (referrer === '') return null;
  const read = () => ({ host: URL.canParse(referrer) ? keyOf(new URL(referrer).host) || null : null });
  return (ofReferrers.get(referrer) ?? ofReferrers.set(referrer, read())).host;
}

/** The network of an address: /24 of IPv4, /48 of IPv6. */
export function prefixOf(address: string): string | null {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  if (isIPv4(mapped)) return `${mapped.split('.').slice(0, 3).join('.')}.0/24`;
  if (!URL.canParse(`http://[${address}]/`)) return null;
  const [head = '', tail] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::');
  const groups = head === '' ? [] : head.split(':');
  const filled = tail === undefined ? groups : [...groups, ...Array.from({ length: 8 }, () => '0')];
  return `${filled.slice(0, 3).join(':')}::/48`;
}
