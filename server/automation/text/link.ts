import { withoutMarks } from '../templates/marks';
import type { TextStyle } from './style';

export interface TextLink {
  href: string;
  text: string;
}

/** The URL of a link whose text does not contain it. */
export function behindLink(link: TextLink | undefined, style: TextStyle): string {
  if (!link || !/^(?:https?:\/\/|mailto:|tel:)/i.test(withoutMarks(link.href))) return '';
  const text = link.text.trim();
  const shown = link.href.replace(/^(?:mailto|tel):/i, '');
  if (text === '') return style.escape(shown);
  return sameAddress(text, style.escape(shown)) ? '' : ` (${style.escape(shown)})`;
}

const sameAddress = (text: string, address: string): boolean => bare(text) === bare(address);

const bare = (address: string): string => address.replace(/^https?:\/\/(?:www\.)?|\/$/gi, '').toLowerCase();
