import type { ForwardQuery } from '../../../shared/links/links';
import { isProbePath } from '../../../shared/links/slugs';

const MAX_PATH_BYTES = 1024;

/** HTTP/1.0 without `Host` makes the URL a bare path. */
export const pathStart = (url: string): number => (url.charCodeAt(0) === 0x2f ? 0 : url.indexOf('/', 8));

export function requestPath(url: string): string {
  const start = pathStart(url);
  const queryStart = url.indexOf('?', start);
  return queryStart < 0 ? url.slice(start) : url.slice(start, queryStart);
}

interface RequestedSlug {
  slug: string;
  suffix: string | undefined;
}

/** Undefined for a path that is no slug. Ignores one trailing slash; refuses escaped slashes and invalid UTF-8. */
export function readSlug(path: string): RequestedSlug | undefined {
  if (path.length > MAX_PATH_BYTES) return undefined;
  const bare = path.endsWith('/') ? path.slice(0, -1) : path;
  const decoded = bare.includes('%') ? decodeUtf8(bare) : bare;
  if (decoded === undefined || isProbePath(decoded)) return undefined;

  const plus = decoded.lastIndexOf('+');
  const slug = plus < 0 ? decoded : decoded.slice(0, plus);
  if (slug === '' || slug.startsWith('/') || slug.includes('//') || NEVER_IN_SLUG.test(slug)) return undefined;
  return { slug, suffix: plus < 0 ? undefined : decoded.slice(plus + 1) };
}

/** No slug contains these characters, so no lookup is needed. */
const NEVER_IN_SLUG = /[\p{Cc}\p{Z}+%?#\\;:@&]/u;

function decodeUtf8(text: string): string | undefined {
  if (/%2f/i.test(text)) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

const QR_MARKER = /(^|&)qr=1(?=&|$)/;

export interface VisitQuery {
  text: string;
  isQr: boolean;
}

export const NO_QUERY: VisitQuery = { text: '', isQr: false };

/** Without the question mark and the fragment that some clients send. */
export function readQuery(withoutFragment: string): VisitQuery {
  const hash = withoutFragment.indexOf('#');
  const text = hash < 0 ? withoutFragment : withoutFragment.slice(0, hash);
  if (!QR_MARKER.test(text)) return { text, isQr: false };
  return { text: text.replace(QR_MARKER, '').replace(/^&/, ''), isQr: true };
}

/** `append` keeps existing parameters, `override` replaces them. Both sides are already encoded. */
export function forwardQuery(destination: string, query: string, mode: ForwardQuery): string {
  if (query === '' || mode === 'none') return destination;
  const hash = destination.indexOf('#');
  const withoutFragment = hash < 0 ? destination : destination.slice(0, hash);
  const fragment = hash < 0 ? '' : destination.slice(hash);
  const queryStart = withoutFragment.indexOf('?');
  const base = queryStart < 0 ? withoutFragment : withoutFragment.slice(0, queryStart);
  const own = pairsOf(queryStart < 0 ? '' : withoutFragment.slice(queryStart + 1));
  const given = pairsOf(query);

  const remaining = mode === 'append' ? own : without(own, given);
  const added = mode === 'append' ? without(given, own) : given;
  const pairs = [...remaining, ...added];
  return pairs.length === 0 ? base + fragment : `${base}?${pairs.join('&')}${fragment}`;
}

const pairsOf = (query: string): string[] => query.split('&').filter((pair) => pair !== '');

const without = (pairs: readonly string[], others: readonly string[]): string[] => {
  const names = new Set(others.map(nameOf));
  return pairs.filter((pair) => !names.has(nameOf(pair)));
};

/** `a%62` and `ab` are the same name. */
function nameOf(pair: string): string {
  const end = pair.indexOf('=');
  const name = (end < 0 ? pair : pair.slice(0, end)).replaceAll('+', ' ');
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
