import type { Format, TextStyle } from './style';

interface Span {
  format: Format;
  start: number;
  end: number;
}

export interface Paragraph {
  text(text: string): void;
  lineBreak(): void;
  isEmpty(): boolean;
  open(format: Format): void;
  close(format: Format): void;
  isOpen(format: Format): boolean;
  /** Open formats continue in the next paragraph. */
  take(): string[];
}

export function createParagraph(style: TextStyle): Paragraph {
  let lines: string[] = [];
  let line = '';
  /** Stored, because computing it from the line is slow. */
  let endsBlank = true;
  let spans: Span[] = [];
  /** With its depth and where it began on this line, outermost first. */
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

/** Signs work only at word boundaries without blanks inside; other spans stay plain. */
function withSigns(line: string, spans: readonly Span[], { signs }: TextStyle): string {
  const opening = new Map<number, string>();
  const closing = new Map<number, string>();
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

/** Treats a surrogate pair as one character. */
function isWord(line: string, at: number): boolean {
  const start = /[\uDC00-\uDFFF]/.test(line.charAt(at)) ? at - 1 : at;
  const point = line.codePointAt(start);
  return point !== undefined && WORD.test(String.fromCodePoint(point));
}
