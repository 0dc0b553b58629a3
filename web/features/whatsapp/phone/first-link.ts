import { parseFormatting, type Piece } from './parse-formatting';

/** The first web address of a text, as WhatsApp makes previews of it. */
export function firstLink(text: string): URL | undefined {
  const found = linksOf(parseFormatting(text)).next().value;
  return found === undefined ? undefined : new URL(found);
}

function* linksOf(pieces: readonly Piece[]): Generator<string, undefined> {
  for (const piece of pieces) {
    if (typeof piece === 'string') continue;
    if (piece.tag === 'a') yield piece.text;
    else if ('of' in piece) yield* linksOf(piece.of);
  }
}
