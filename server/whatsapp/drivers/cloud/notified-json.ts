import { parseStorable } from '../../../storable';

/** Values of one body: Meta’s largest have a tenth of them. Each takes memory and time, however short it is written. */
const MOST_VALUES = 200_000;
const [QUOTE, COMMA, BRACKET, BACKSLASH, BRACE] = [0x22, 0x2c, 0x5b, 0x5c, 0x7b];

/** A body that would hold up everybody. */
export class TooManyValues extends Error {
  override readonly name = 'TooManyValues';
  override readonly message = `It has more than ${MOST_VALUES} values.`;
}

/** The value that a body stands for, its texts fit for a database; undefined for none. Throws `TooManyValues`. */
export function readNotified(text: string): unknown {
  if (hasTooManyValues(text)) throw new TooManyValues();
  try {
    return parseStorable(text, fit);
  } catch {
    return undefined;
  }
}

/** By what begins lists and objects, and stands between values, outside of texts. */
function hasTooManyValues(text: string): boolean {
  if (text.length <= MOST_VALUES) return false;
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfText(text, at);
    else if ((code === COMMA || code === BRACE || code === BRACKET) && ++count > MOST_VALUES) return true;
  }
  return false;
}

/** Where the quote is that ends the text begun at `start`. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    if (!isEscaped(text, end)) return end;
  }
  return text.length;
}

/** Without NUL, and with U+FFFD for halves of pairs. */
const fit = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** Whether a backslash before it takes its meaning: one that no other takes. */
function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === BACKSLASH) before -= 1;
  return (at - before) % 2 === 0;
}
