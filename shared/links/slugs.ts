import { codePoints } from '../text';

export const SLUG_LIMITS = { length: 190, prefix: 100, generated: { min: 3, max: 64, default: 7 } } as const;

/** No similar characters, and no vowels, so that no words appear. */
const ALPHABET = '23456789bcdfghjkmnpqrstvwxz';
/** Larger bytes would make some characters more frequent. */
const UNFAIR = 256 - (256 % ALPHABET.length);

/** Segments of the router, and some reserved for the future. */
export const RESERVED_SEGMENTS: ReadonlySet<string> = new Set(
  `.well-known account admin api app assets auth docs favicon.ico files healthz help inbound ingress internal login
  logout mcp media metrics oauth readyz robots.txt settings signup sitemap.xml static status tls-check trpc user users
  webhooks`.split(/\s+/),
);
const RESERVED_ON_OWN: ReadonlySet<string> = new Set(['.well-known', 'favicon.ico', 'robots.txt', 'sitemap.xml']);

/** Paths that vulnerability scanners request; links cannot use them. */
const PROBE = /(?:^|\/)(?:wp-|\.env|\.git)|\.php(?:\/|$)/i;

const SHARED_SEGMENT = /^[A-Za-z0-9_~.-]+$/;
const OWN_SEGMENT = /^[\w~.\p{L}\p{M}\p{N}\p{Extended_Pictographic}-]+$/u;
/** Invisible characters that count as letters or marks. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
const ASCII = /^[\0-\x7f]*$/;
/** The redirect accepts paths of 1,024 bytes, which must include `+qr.svg`. */
const MAX_ENCODED = 1_000;

type SlugCheck =
  | { ok: true; slug: string }
  | { ok: false; reason: 'invalid' | 'reserved'; code: 'invalid_slug' | 'slug_reserved'; message: string };

export const isProbePath = (path: string): boolean => PROBE.test(path);

export function isReservedPath(path: string, { shared }: { shared: boolean }): boolean {
  const end = path.indexOf('/');
  const first = (end < 0 ? path : path.slice(0, end)).toLowerCase();
  return shared ? first.startsWith('_') || RESERVED_SEGMENTS.has(first) : RESERVED_ON_OWN.has(first);
}

/** Returns the canonical spelling. */
export function checkSlug(text: string, domain: { shared: boolean }): SlugCheck {
  const slug = isNormalised(text);
  const length = codePoints(slug);
  if (length === 0) return invalid('Must not be empty.');
  if (length > SLUG_LIMITS.length) return invalid(`Must have at most ${SLUG_LIMITS.length} characters.`);
  if (!slug.isWellFormed()) return invalid('Must not hold half of a surrogate pair.');

  const form = domain.shared ? SHARED_SEGMENT : OWN_SEGMENT;
  for (const segment of slug.split('/')) {
    if (segment === '' || segment === '.' || segment === '..') {
      return invalid('Must not begin or end with a slash, and must not have empty, `.` or `..` segments.');
    }
    if (!form.test(segment) || UNSEEN.test(segment)) {
      return invalid(
        domain.shared
          ? 'Can only contain A–Z, a–z, 0–9, `_`, `~`, `.`, `-` and `/` on the shared domain.'
          : 'Can only contain letters, digits, emoji, `_`, `~`, `.`, `-` and `/`.',
      );
    }
  }
  if (isProbePath(slug))
    return invalid('Must not look like `*.php`, `wp-*`, `.env*` or `.git*`, which vulnerability scanners request.');
  if (encodeURI(slug).length > MAX_ENCODED) {
    return invalid(`Must have at most ${MAX_ENCODED} bytes in a URL. Use fewer characters beyond ASCII.`);
  }
  if (isReservedPath(slug, domain)) {
    return { ok: false, reason: 'reserved', code: 'slug_reserved', message: 'Must not begin with a reserved word.' };
  }
  return { ok: true, slug };
}

/** Unique within a domain: equal for all spellings of the same slug. */
export function slugKeyOf(slug: string, caseSensitive: boolean): string {
  const normalised = isNormalised(slug);
  if (caseSensitive) return normalised;
  const folded = normalised.toLowerCase();
  return ASCII.test(folded) ? folded : folded.normalize('NFC');
}

/** The caller checks that the slug is free. */
export function generateSlug(length: number = SLUG_LIMITS.generated.default, prefix = ''): string {
  let slug = prefix + randomText(length);
  while (RESERVED_SEGMENTS.has(slug.toLowerCase())) slug = prefix + randomText(length);
  return slug;
}

function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length - text.length))) {
      if (byte < UNFAIR) text += ALPHABET[byte % ALPHABET.length];
    }
  }
  return text;
}

/** NFC without the emoji presentation selector, which only some keyboards add. */
const isNormalised = (text: string): string =>
  ASCII.test(text) ? text : text.replaceAll('\uFE0F', '').normalize('NFC');

const invalid = (message: string): SlugCheck => ({ ok: false, reason: 'invalid', code: 'invalid_slug', message });
