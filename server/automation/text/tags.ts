import type { Block } from './blocks';
import type { Format } from './style';

const TAGS: [format: Format, tags: string][] = [
  ['bold', 'b strong h1 h2 h3 h4 h5 h6'],
  ['italic', 'i em cite'],
  ['strike', 's strike del'],
  ['code', 'code kbd samp tt'],
];
export const FORMAT_OF = new Map(
  TAGS.flatMap(([format, tags]) => tags.split(' ').map((tag) => [tag, format] as const)),
);

/** Blocks separated by an empty line. */
export const APART = new Set('p h1 h2 h3 h4 h5 h6 blockquote pre ul ol dl table figure'.split(' '));
const LINES =
  'div li tr dt dd section article header footer main nav aside address form fieldset figcaption caption thead tbody tfoot details summary body html';
export const BLOCKS = new Set([...APART, ...LINES.split(' ')]);
/** Content that is not displayed. */
export const HIDDEN_TAGS = new Set('head script style template title noscript svg iframe object select'.split(' '));

export function blockOf(tag: string, attributes: Record<string, string>): Block {
  if (tag === 'ul' || tag === 'ol') {
    const start = Number.parseInt(attributes['start'] ?? '', 10);
    return { kind: 'list', next: tag === 'ol' ? (Number.isSafeInteger(start) ? start : 1) : null };
  }
  if (tag === 'li') return { kind: 'item' };
  return { kind: tag === 'blockquote' ? 'quote' : 'plain' };
}
