/**
 * `| shorten` puts its URL between these. Templates are pure: the stage that makes links replaces what is marked.
 * Nothing that comes from outside holds characters of U+E000 to U+E0FF, so marks cannot be forged.
 */
export const SHORTEN_OPEN = '\uE000';
export const SHORTEN_CLOSE = '\uE001';

const MARKED = /\uE000([^\uE000\uE001]*)\uE001/g;
const RESERVED = /[\uE000-\uE0FF]/g;

export interface MarkedUrl {
  url: string;
  /** Where the URL stands in the text without marks, in UTF-16 units. */
  start: number;
  end: number;
}

/** The text without marks, and the URLs that were between them in the order of the text. */
export function extractMarks(text: string): { text: string; urls: MarkedUrl[] } {
  const urls: MarkedUrl[] = [];
  let plain = '';
  let last = 0;
  for (const match of text.matchAll(MARKED)) {
    plain += withoutMarks(text.slice(last, match.index));
    const url = withoutMarks(match[1] ?? '');
    urls.push({ url, start: plain.length, end: plain.length + url.length });
    plain += url;
    last = match.index + match[0].length;
  }
  return { text: plain + withoutMarks(text.slice(last)), urls };
}

/** The text with every marked URL replaced; marks without their other half vanish. */
export function replaceMarks(text: string, replace: (url: string) => string): string {
  return withoutMarks(text.replace(MARKED, (_, url: string) => replace(withoutMarks(url))));
}

export const markUrl = (url: string): string => SHORTEN_OPEN + withoutMarks(url) + SHORTEN_CLOSE;

/** The text without the characters that are kept for marks. */
export const withoutMarks = (text: string): string => text.replace(RESERVED, '');
