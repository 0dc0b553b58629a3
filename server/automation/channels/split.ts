import { codePoints } from '../../../shared/text';

const ELLIPSIS = '…';
/** Where a text is cut, the best first: behind a paragraph, a line, a sentence, a word. */
const BREAKS = [/\n\s*\n/g, /\n/g, /[.!?…]["'”’)\]]*\s+/g, /\s+/g];

/** The beginning of a text in at most `most` characters, with a mark where something is left out. */
export function truncated(text: string, most: number): string {
  if (codePoints(text) <= most) return text;
  const [first = ''] = pieces(text, most - codePoints(ELLIPSIS));
  return `${first}${ELLIPSIS}`;
}

/** A text in pieces of at most `most` characters, cut where it hurts least. */
export function pieces(text: string, most: number): string[] {
  const found: string[] = [];
  let rest = text.trimEnd();
  while (codePoints(rest) > most) {
    const room = Array.from(rest).slice(0, most).join('');
    const at = cutOf(room, rest.length);
    found.push(rest.slice(0, at).trimEnd());
    rest = rest.slice(at).trimStart();
  }
  return rest === '' ? found : [...found, rest];
}

/** Where `room`, the beginning of a longer text, ends; a break in its first half would waste too much. */
function cutOf(room: string, length: number): number {
  for (const pattern of BREAKS) {
    const ends = [...room.matchAll(pattern)].map((match) => match.index + match[0].length);
    const last = ends.findLast((end) => end >= room.length / 2 && end < length);
    if (last !== undefined) return last;
  }
  return room.length;
}
