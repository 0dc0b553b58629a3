/** `| shorten` puts its URL between these marks. External text contains no U+E000 to U+E0FF to forge them. */
const SHORTEN_OPEN = '\uE000';
const SHORTEN_CLOSE = '\uE001';

const MARKED = /\uE000([^\uE000\uE001]*)\uE001/g;
const RESERVED = /[\uE000-\uE0FF]/g;

interface MarkedUrl {
  url: string;
  start: number;
  end: number;
}

/** The URLs are in the order of the text. */
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

/** Unpaired marks are removed. */
export function replaceMarks(text: string, replace: (url: string) => string): string {
  return withoutMarks(text.replace(MARKED, (_, url: string) => replace(withoutMarks(url))));
}

export const markUrl = (url: string): string => SHORTEN_OPEN + withoutMarks(url) + SHORTEN_CLOSE;

export const withoutMarks = (text: string): string => text.replace(RESERVED, '');
