import { isProbePath } from '../../../shared/links/slugs';

const MAX_PATH_BYTES = 1024;

/** HTTP/1.0 without `Host` makes the URL a bare path. */
export const pathStart = (url: string): number => (url.charCodeAt(0) === 0x2f ? 0 : url.indexOf('/', 8));

export function requestPath(url: string): string {
  const start = pathStart(url);
  const mark = url.indexOf('?', start);
  return mark < 0 ? url.slice(start) : url.slice(start, mark);
}

interface RequestedSlug {
  slug: string;
  suffix: string | undefined;
}

/**
 * Undefined when the path cannot be a slug. One trailing slash is ignored; escaped slashes and invalid UTF-8 are
 * refused.
 */
export function readSlug(path: string): RequestedSlug | undefined {
  if (path.length > MAX_PATH_BYTES) return undefined;
  const bare = path.endsWith('/') ? path.slice(0, -1) : path;
  const decoded = bare.includes('%') ? decoded8(bare) : bare;
  if (decoded === undefined || isProbePath(decoded)) return undefined;

  const plus = decoded.lastIndexOf('+');
  const slug = plus < 0 ? decoded : decoded.slice(0, plus);
  if (slug === '' || slug.startsWith('/') || slug.includes('//') || REFUSED.test(slug)) return undefined;
  return { slug, suffix: plus < 0 ? undefined : decoded.slice(plus + 1) };
}

/** No slug contains these characters, so no lookup is needed. */
const REFUSED = /[\p{Cc}\p{Z}+%?#\\;:@&]/u;

function decoded8(text: string): string | undefined {
  if (/%2f/i.test(text)) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
