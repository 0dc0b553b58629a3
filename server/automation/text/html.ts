import { Parser } from 'htmlparser2';

import { withoutMarks } from '../templates/marks';
import { type Block, createBlocks } from './blocks';
import { createParagraph } from './paragraph';
import { type Format, PLAIN_STYLE, type TextStyle } from './style';

export const htmlToText = (html: string): string => htmlTo(PLAIN_STYLE, html);

/** The parser’s time is quadratic in the depth of tags, which this number bounds. */
const MAX_TAGS = 4000;

function withFewTags(html: string): string {
  const pieces = html.split('<');
  if (pieces.length <= MAX_TAGS) return html;
  const rest = pieces.slice(MAX_TAGS).map((piece) => piece.slice(piece.indexOf('>') + 1));
  return `${pieces.slice(0, MAX_TAGS).join('<')} ${rest.join(' ')}`;
}

export function htmlTo(style: TextStyle, html: string): string {
  const paragraph = createParagraph(style);
  const blocks = createBlocks(paragraph);
  const links: TextLink[] = [];
  let hidden = 0;
  let pre: string | null = null;

  const write = (text: string): void => {
    const link = links.at(-1);
    if (link) link.text += text;
    paragraph.text(text);
  };

  const lineBreak = (): void => {
    if (pre === null) paragraph.lineBreak();
    else pre += '\n';
  };

  const opened = (tag: string, attributes: Record<string, string>): void => {
    if (HIDDEN_TAGS.has(tag)) hidden += 1;
    if (hidden > 0) return;
    if (BLOCKS.has(tag)) blocks.begin(blockOf(tag, attributes), APART.has(tag));
    if (tag === 'pre') pre = '';
    else if (tag === 'br') lineBreak();
    else if (tag === 'hr') blocks.rule();
    else if (tag === 'td' || tag === 'th') blocks.cell();
    else if (tag === 'a') links.push({ href: attributes['href'] ?? '', text: '' });
    else if (tag === 'img') write(style.escape(attributes['alt'] ?? ''));
    else if (tag === 'input' && attributes['type'] === 'checkbox') write('checked' in attributes ? '☑ ' : '☐ ');
    const format = FORMAT_OF.get(tag);
    if (format && pre === null) paragraph.open(format);
  };

  const closed = (tag: string): void => {
    if (HIDDEN_TAGS.has(tag)) hidden -= 1;
    if (hidden > 0) return;
    const format = FORMAT_OF.get(tag);
    if (format && pre === null) paragraph.close(format);
    if (tag === 'a') paragraph.text(behindLink(links.pop(), style));
    if (tag === 'pre' && pre !== null) {
      blocks.code(style.fence, style.escapeCode(pre));
      pre = null;
    }
    if (BLOCKS.has(tag)) blocks.end(APART.has(tag));
  };

  const parser = new Parser({
    onopentag: opened,
    onclosetag: closed,
    ontext(text) {
      if (hidden > 0) return;
      if (pre === null) write(paragraph.isOpen('code') ? style.escapeCode(text) : style.escape(text));
      else pre += text;
    },
  });
  parser.end(withFewTags(html));
  return blocks.take();
}

interface TextLink {
  href: string;
  text: string;
}

/** Empty if the text of the link contains the URL. */
function behindLink(link: TextLink | undefined, style: TextStyle): string {
  if (!link || !/^(?:https?:\/\/|mailto:|tel:)/i.test(withoutMarks(link.href))) return '';
  const text = link.text.trim();
  const shown = link.href.replace(/^(?:mailto|tel):/i, '');
  if (text === '') return style.escape(shown);
  return sameAddress(text, style.escape(shown)) ? '' : ` (${style.escape(shown)})`;
}

const sameAddress = (text: string, address: string): boolean => bare(text) === bare(address);

const bare = (address: string): string => address.replace(/^https?:\/\/(?:www\.)?|\/$/gi, '').toLowerCase();

const TAGS: [format: Format, tags: string][] = [
  ['bold', 'b strong h1 h2 h3 h4 h5 h6'],
  ['italic', 'i em cite'],
  ['strike', 's strike del'],
  ['code', 'code kbd samp tt'],
];
const FORMAT_OF = new Map(TAGS.flatMap(([format, tags]) => tags.split(' ').map((tag) => [tag, format] as const)));

/** Blocks with a blank line around them. */
const APART = new Set('p h1 h2 h3 h4 h5 h6 blockquote pre ul ol dl table figure'.split(' '));
const LINES =
  'div li tr dt dd section article header footer main nav aside address form fieldset figcaption caption thead tbody tfoot details summary body html';
const BLOCKS = new Set([...APART, ...LINES.split(' ')]);
const HIDDEN_TAGS = new Set('head script style template title noscript svg iframe object select'.split(' '));

function blockOf(tag: string, attributes: Record<string, string>): Block {
  if (tag === 'ul' || tag === 'ol') {
    const start = Number.parseInt(attributes['start'] ?? '', 10);
    return { kind: 'list', next: tag === 'ol' ? (Number.isSafeInteger(start) ? start : 1) : null };
  }
  if (tag === 'li') return { kind: 'item' };
  return { kind: tag === 'blockquote' ? 'quote' : 'plain' };
}
