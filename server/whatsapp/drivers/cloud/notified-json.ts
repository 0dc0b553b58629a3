import { parseStorable } from '../../../storable';

/** Ten times Meta's largest notification. Each value costs memory and time. */
const MAX_VALUES = 200_000;
const [QUOTE, COMMA, BRACKET, BACKSLASH, BRACE] = [0x22, 0x2c, 0x5b, 0x5c, 0x7b];

export class TooManyValues extends Error {
  override readonly name = 'TooManyValues';
  override readonly message = `It has more than ${MAX_VALUES} values.`;
}

/** Undefined for invalid JSON. Throws `TooManyValues`. */
export function readNotified(text: string): unknown {
  if (hasTooManyValues(text)) throw new TooManyValues();
  try {
    return parseStorable(text, fit);
  } catch {
    return undefined;
  }
}

/** Counts separators outside strings, since parsing would allocate all values. */
function hasTooManyValues(text: string): boolean {
  if (text.length <= MAX_VALUES) return false;
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfText(text, at);
    else if ((code === COMMA || code === BRACE || code === BRACKET) && ++count > MAX_VALUES) return true;
  }
  return false;
}

function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    if (!isEscaped(text, end)) return end;
  }
  return text.length;
}

/** Without NUL, and with U+FFFD for lone surrogates. */
const fit = (text: string): string => text.replaceAll('\0', '').toWellFormed();

function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === BACKSLASH) before -= 1;
  return (at - before) % 2 === 0;
}
