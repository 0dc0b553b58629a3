import { Parser } from 'htmlparser2';

import { createBlocks } from './blocks';
import { behindLink, type TextLink } from './link';
import { createParagraph } from './paragraph';
import { PLAIN_STYLE, type TextStyle } from './style';
import { APART, blockOf, BLOCKS, FORMAT_OF, HIDDEN_TAGS } from './tags';

export const htmlToText = (html: string): string => htmlTo(PLAIN_STYLE, html);

/** The parser takes quadratic time in the depth of tags, so the number is bounded. */
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
