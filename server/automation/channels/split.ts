import { codePoints } from '../../../shared/text';

const ELLIPSIS = '…';
/** Where a text may be cut, best first: after a paragraph, a line, a sentence, a word. */
const BREAKS = [/\n\s*\n/g, /\n/g, /[.!?…]["'”’)\]]*\s+/g, /\s+/g];

export function truncated(text: string, maxLength: number): string {
  if (codePoints(text) <= maxLength) return text;
  const [first = ''] = pieces(text, maxLength - codePoints(ELLIPSIS));
  return `${first}${ELLIPSIS}`;
}

export function pieces(text: string, maxLength: number): string[] {
  const found: string[] = [];
  let rest = text.trimEnd();
  while (codePoints(rest) > maxLength) {
    const head = Array.from(rest).slice(0, maxLength).join('');
    const at = cutOf(head, rest.length);
    found.push(rest.slice(0, at).trimEnd());
    rest = rest.slice(at).trimStart();
  }
  return rest === '' ? found : [...found, rest];
}

/** A break in the first half would waste too much space. */
function cutOf(head: string, length: number): number {
  for (const pattern of BREAKS) {
    const ends = [...head.matchAll(pattern)].map((match) => match.index + match[0].length);
    const last = ends.findLast((end) => end >= head.length / 2 && end < length);
    if (last !== undefined) return last;
  }
  return head.length;
}
