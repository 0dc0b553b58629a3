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
const TAIL: ReadonlySet<string> = new Set('.,;:!?*_~');
const PAIRS = { ')': '(', ']': '[', '}': '{' };
/** Fields that people read. */
const READ_FIELDS: ReadonlySet<string> = new Set(['text', 'caption']);

/** The addresses that are to become short links, each once, in the order of the text. */
export function urlsToShorten(texts: Texts, mode: ShortLinks): string[] {
  const urls = new Set<string>();
  if (mode === 'off') return [];
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
  const surplus = new Map(
    Object.entries(PAIRS).map(([closing, opening]) => [closing, surplusOf(found, opening, closing)]),
  );
  let end = found.length;
  for (; end > 0; end -= 1) {
    const last = found.charAt(end - 1);
    const open = surplus.get(last) ?? 0;
    if (open <= 0 && !TAIL.has(last)) break;
    if (open > 0) surplus.set(last, open - 1);
  }
  return found.slice(0, end);
}

/** How many more there are of `closing`. */
function surplusOf(text: string, opening: string, closing: string): number {
  let surplus = 0;
  for (const character of text) {
    if (character === closing) surplus += 1;
    else if (character === opening) surplus -= 1;
  }
  return surplus;
}

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
