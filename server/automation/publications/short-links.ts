import type { PublicationContent } from '../../../shared/automation/content';
import type { PublicationLink, ShortLinks } from '../../../shared/automation/publication';
import { markUrl, replaceMarks } from '../templates/marks';

/** What of a publication can hold addresses. */
export interface Texts {
  content: PublicationContent;
  overrides: Record<string, unknown>;
}

const URL_IN_TEXT = /https?:\/\/[^\s<>"'`\\\uE000-\uE0FF]+/gi;
/** Ends a sentence, not an address. */
const TAIL = /[.,;:!?*_~]+$/;
const PAIRS = { ')': '(', ']': '[', '}': '{' } as const;
/** Fields that people read. */
const READ_FIELDS: ReadonlySet<string> = new Set(['text', 'caption']);

/** The addresses that are to become short links, each once, in the order of the text. */
export function urlsToShorten(texts: Texts, mode: ShortLinks): string[] {
  const urls = new Set<string>();
  withShortUrls(texts, mode, (url) => {
    urls.add(url);
    return url;
  });
  return [...urls];
}

/** The same with every such address replaced, and without marks. Addresses of files stay as they are. */
export function withShortUrls(texts: Texts, mode: ShortLinks, replace: (url: string) => string): Texts {
  const own = mode === 'explicit' ? replace : (url: string): string => url;
  return mapTexts(texts, (text, field) => {
    const plain = replaceMarks(text, own);
    return mode === 'auto' && READ_FIELDS.has(field) ? replaceUrls(plain, replace) : plain;
  });
}

/** As it was given, before short links took the place of addresses. */
export function withLongUrls(texts: Texts, mode: ShortLinks, links: readonly PublicationLink[]): Texts {
  if (links.length === 0) return texts;
  // An address may be the beginning of another.
  const byLength = links.toSorted((a, b) => b.short_url.length - a.short_url.length);
  return mapTexts(texts, (text) =>
    byLength.reduce(
      (long, { short_url: short, url }) => long.replaceAll(short, () => (mode === 'explicit' ? markUrl(url) : url)),
      text,
    ),
  );
}

export function replaceUrls(text: string, replace: (url: string) => string): string {
  return text.replace(URL_IN_TEXT, (found) => {
    const url = withoutTail(found);
    return URL.canParse(url) ? replace(url) + found.slice(url.length) : found;
  });
}

/** Without marks that end a sentence, and without brackets that were opened before the address. */
function withoutTail(found: string): string {
  let url = found.replace(TAIL, '');
  for (;;) {
    const opening = PAIRS[url.slice(-1) as keyof typeof PAIRS];
    if (opening === undefined || countOf(url, opening) >= countOf(url, url.slice(-1))) return url;
    url = url.slice(0, -1).replace(TAIL, '');
  }
}

const countOf = (text: string, character: string): number => text.split(character).length - 1;

const mapTexts = ({ content, overrides }: Texts, map: (text: string, field: string) => string): Texts => ({
  content: mapStrings(content, map) as PublicationContent,
  overrides: mapStrings(overrides, map) as Record<string, unknown>,
});

/** A JSON value with all of its texts mapped; `field` is the name of the innermost one. */
function mapStrings(value: unknown, map: (text: string, field: string) => string, field = ''): unknown {
  if (typeof value === 'string') return map(value, field);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, map, field));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, mapStrings(part, map, name)]));
}
