import type { Format, TextStyle } from './style';

/** A stretch of formatted text on one line. */
interface Span {
  format: Format;
  start: number;
  end: number;
}

/** Text that flows until a block ends: blanks fall together, formats become signs. */
export interface Paragraph {
  text(text: string): void;
  lineBreak(): void;
  isEmpty(): boolean;
  open(format: Format): void;
  close(format: Format): void;
  isOpen(format: Format): boolean;
  /** Its lines, without blanks at both ends; what is open stays open for the next one. */
  take(): string[];
}

export function createParagraph(style: TextStyle): Paragraph {
  let lines: string[] = [];
  let line = '';
  /** Kept beside the line, which would be put together anew at every look at its end. */
  let endsBlank = true;
  let spans: Span[] = [];
  /** How often each format is open, from the outermost; where it began on this line. */
  const open = new Map<Format, { depth: number; start: number }>();

  const endLine = (): void => {
    for (const [format, { start }] of [...open].toReversed()) spans.push({ format, start, end: line.length });
    lines.push(withSigns(line, spans, style).trim());
    line = '';
    endsBlank = true;
    spans = [];
    for (const one of open.values()) one.start = 0;
  };

  const add = (given: string): void => {
    const blanked = given.replace(/[ \t\n\r\f]+/g, ' ').replaceAll('\u00A0', ' ');
    const text = endsBlank ? blanked.trimStart() : blanked;
    if (text === '') return;
    line += text;
    endsBlank = text.endsWith(' ');
  };

  return {
    text(given) {
      const [first = '', ...others] = style.keepsLines ? given.split('\n') : [given];
      add(first);
      for (const other of others) {
        endLine();
        add(other);
      }
    },
    lineBreak: endLine,
    isEmpty: () => line === '' && lines.length === 0,
    open(format) {
      const one = open.get(format);
      if (one) one.depth += 1;
      else open.set(format, { depth: 1, start: line.length });
    },
    close(format) {
      const one = open.get(format);
      if (!one) return;
      one.depth -= 1;
      if (one.depth > 0) return;
      open.delete(format);
      spans.push({ format, start: one.start, end: line.length });
    },
    isOpen: (format) => open.has(format),
    take() {
      endLine();
      const taken = lines;
      lines = [];
      while (taken[0] === '') taken.shift();
      while (taken.at(-1) === '') taken.pop();
      return taken;
    },
  };
}

const WORD = /[\p{L}\p{N}]/u;

/** Signs count only at the edges of words, with no blank inside; a span that cannot have them stays plain. */
function withSigns(line: string, spans: readonly Span[], { signs }: TextStyle): string {
  const opening = new Map<number, string>();
  const closing = new Map<number, string>();
  // Inner spans are closed, and so come, before those around them.
  for (const { format, start, end } of spans) {
    const sign = signs[format];
    const inner = line.slice(start, end);
    if (sign === undefined || inner.trim() === '') continue;
    const from = start + inner.length - inner.trimStart().length;
    const to = start + inner.trimEnd().length;
    if (isWord(line, from - 1) || isWord(line, to)) continue;
    opening.set(from, sign + (opening.get(from) ?? ''));
    closing.set(to, (closing.get(to) ?? '') + sign);
  }
  if (opening.size === 0) return line;

  let written = '';
  let last = 0;
  for (const at of [...new Set([...opening.keys(), ...closing.keys()])].toSorted((a, b) => a - b)) {
    written += line.slice(last, at) + (closing.get(at) ?? '') + (opening.get(at) ?? '');
    last = at;
  }
  return written + line.slice(last);
}

/** Both halves of a character beyond the first 65,536 count as one. */
function isWord(line: string, at: number): boolean {
  const start = /[\uDC00-\uDFFF]/.test(line.charAt(at)) ? at - 1 : at;
  const point = line.codePointAt(start);
  return point !== undefined && WORD.test(String.fromCodePoint(point));
}
