export type Piece = string | { tag: 'strong' | 'em' | 's'; of: Piece[] } | { tag: 'code' | 'pre' | 'a'; text: string };

const TAGS = { '*': 'strong', _: 'em', '~': 's' } as const;

// A mark stands at the edge of a word: 2*3*4 and snake_case_names are no formatting.
const marked = (mark: string) =>
  String.raw`(?<![\p{L}\p{N}${mark}])${mark}(?=[^\s${mark}])[^${mark}\n]*(?<=\S)${mark}(?![\p{L}\p{N}${mark}])`;
const PIECES = new RegExp(
  ['```[^`]+```', '`[^`\n]+`', '\\bhttps?://[^\\s<>"`]+', marked(String.raw`\*`), marked('_'), marked('~')].join('|'),
  'gu',
);

/** The formatting that WhatsApp knows, as described in its help (“How to format your messages”), and links. */
export function parseFormatting(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(PIECES)) {
    if (index < end) continue;
    const { piece, length } = pieceOf(found);
    if (index > end) pieces.push(text.slice(end, index));
    pieces.push(piece);
    end = index + length;
  }
  if (end < text.length) pieces.push(text.slice(end));
  return pieces;
}

function pieceOf(found: string): { piece: Piece; length: number } {
  const { length } = found;
  if (found.startsWith('```')) return { piece: { tag: 'pre', text: found.slice(3, -3).trim() }, length };
  if (found.startsWith('`')) return { piece: { tag: 'code', text: found.slice(1, -1) }, length };
  const tag = TAGS[found[0] as keyof typeof TAGS] as (typeof TAGS)[keyof typeof TAGS] | undefined;
  if (tag) return { piece: { tag, of: parseFormatting(found.slice(1, -1)) }, length };
  const address = addressIn(found);
  return { piece: URL.canParse(address) ? { tag: 'a', text: address } : address, length: address.length };
}

/** Without the punctuation of the sentence around it. */
function addressIn(found: string): string {
  const short = found.replace(/[.,;:!?*_~'"\]}]+$/u, '');
  if (short.endsWith(')') && !short.includes('(')) return addressIn(short.slice(0, -1));
  return short;
}
