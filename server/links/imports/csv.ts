const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;

type CsvRecord =
  | { type: 'record'; cells: Uint8Array[]; next: number; lines: number }
  | { type: 'open' }
  /** Text follows a closing quote, so the quotes of the record do not match. */
  | { type: 'broken' };

/** RFC 4180 with either line end. `isEnd`: no bytes follow. No CSV library can resume at a byte of the file. */
export function readRecord(bytes: Uint8Array, at: number, delimiter: number, isEnd: boolean): CsvRecord {
  const cells: Uint8Array[] = [];
  let lines = 1;
  let from = at;
  for (;;) {
    const isQuoted = bytes[from] === QUOTE;
    let end = from;
    let close = -1;
    if (isQuoted) {
      close = closingQuote(bytes, from + 1);
      // The next byte decides whether a quote is half of a pair.
      if (close < 0 || (close === bytes.length - 1 && !isEnd)) return { type: 'open' };
      lines += count(bytes, LINE_FEED, from, close);
      end = close + 1;
    }
    while (end < bytes.length && bytes[end] !== delimiter && bytes[end] !== LINE_FEED) end += 1;
    if (end === bytes.length && !isEnd) return { type: 'open' };

    const isLast = end === bytes.length || bytes[end] === LINE_FEED;
    const stop = isLast && end > from && bytes[end - 1] === RETURN ? end - 1 : end;
    if (isQuoted && close + 1 !== stop) return { type: 'broken' };
    cells.push(isQuoted ? unquoted(bytes.subarray(from + 1, close)) : bytes.subarray(from, stop));
    if (isLast) return { type: 'record', cells, next: Math.min(end + 1, bytes.length), lines };
    from = end + 1;
  }
}

/** The most frequent of comma, semicolon and tab. */
export function delimiterOf(line: Uint8Array): number {
  const [first = 0x2c] = [0x2c, 0x3b, 0x09].toSorted((a, b) => count(line, b, 0) - count(line, a, 0));
  return first;
}

function count(bytes: Uint8Array, wanted: number, from: number, to = bytes.length): number {
  let found = 0;
  for (let at = bytes.indexOf(wanted, from); at >= 0 && at < to; at = bytes.indexOf(wanted, at + 1)) found += 1;
  return found;
}

/** -1 when the closing quote is not among the bytes. */
function closingQuote(bytes: Uint8Array, from: number): number {
  let at = bytes.indexOf(QUOTE, from);
  while (at >= 0 && bytes[at + 1] === QUOTE) at = bytes.indexOf(QUOTE, at + 2);
  return at;
}

function unquoted(inside: Uint8Array): Uint8Array {
  if (!inside.includes(QUOTE)) return inside;
  return Buffer.from(Buffer.from(inside).toString('latin1').replaceAll('""', '"'), 'latin1');
}
