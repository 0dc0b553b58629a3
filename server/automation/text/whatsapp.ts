import { htmlTo } from './html';
import type { TextStyle } from './style';

/** WhatsApp has no escape character, so formatting signs are replaced by similar characters. */
const LOOKALIKES: Record<string, string> = { '*': '∗', _: 'ˍ', '~': '∼', '`': 'ˋ' };
/** In URLs they must keep their meaning. */
const ENCODED: Record<string, string> = { '*': '%2A', _: '%5F', '~': '%7E', '`': '%60' };

/** Between two letters or digits only a backtick formats. */
const SIGN = /(?<![\p{L}\p{N}])[*_~]|[*_~](?![\p{L}\p{N}])|`/gu;
const URL_OR_SIGN = new RegExp(`https?://\\S+|${SIGN.source}`, 'giu');
const LINE_START = /^([ \t]*)(>|-(?= )|\d+\.(?= ))/gm;

/** Escapes foreign text, so that it cannot open or close any formatting. */
export const escapeWhatsApp = (text: string): string =>
  escapeSigns(text).replace(LINE_START, (_, indent: string, sign: string) => indent + harmlessStart(sign));

function harmlessStart(sign: string): string {
  if (sign === '>') return '›';
  return sign === '-' ? '–' : sign.replace('.', '․');
}

const escapeSigns = (text: string): string =>
  text.replace(URL_OR_SIGN, (found) => (found.length > 1 ? escapeUrl(found) : (LOOKALIKES[found] ?? found)));

const escapeUrl = (url: string): string => url.replace(SIGN, (sign) => ENCODED[sign] ?? sign);

const WHATSAPP: TextStyle = {
  signs: { bold: '*', italic: '_', strike: '~', code: '`' },
  fence: '```',
  keepsLines: false,
  escape: escapeSigns,
  escapeCode: (text) => text.replaceAll('`', 'ˋ'),
};

export const htmlToWhatsApp = (html: string): string => htmlTo(WHATSAPP, html);

/** Deeper quotes only cost time. */
const DEEP_QUOTE = /^(?:[ \t]*>){6,}/gm;

export const markdownToWhatsApp = (markdown: string): string =>
  htmlTo({ ...WHATSAPP, keepsLines: true }, Bun.markdown.html(markdown.replace(DEEP_QUOTE, '>>>>>')));

export function toWhatsApp(text: string, format: 'plain' | 'markdown' | 'html'): string {
  if (format === 'html') return htmlToWhatsApp(text);
  return format === 'markdown' ? markdownToWhatsApp(text) : text;
}
