import { delimiterOf, readRecord } from './csv';
import { openWindow, type Window } from './window';

const MAX_ROW_BYTES = 65_536;
/** A file with more unclosed quotes is not CSV. */
export const MAX_UNCLOSED = 100;

const LINE_FEED = 0x0a;
const BOM = Uint8Array.of(0xef, 0xbb, 0xbf);

/** Byte offset, and line number from 1. */
export interface FilePosition {
  offset: number;
  line: number;
}

export type Row = { line: number; next: FilePosition } & (
  | { cells: Uint8Array[] }
  | { problem: 'unclosed_quote' | 'row_too_large' }
);

interface Rows {
  /** Skips empty rows; undefined at the end. */
  next(): Promise<Row | undefined>;
  close(): Promise<void>;
}

/** `delimiter` is undefined for NDJSON. */
export async function openRows(path: string, place: FilePosition, delimiter: number | undefined): Promise<Rows> {
  const window = await openWindow(path, place.offset);
  let { line } = place;
  if (place.offset === 0) {
    await window.fill();
    if (BOM.every((byte, at) => window.bytes[at] === byte)) window.skip(BOM.length);
  }

  const advance = (bytes: number, lines: number): FilePosition => {
    window.skip(bytes);
    line += lines;
    return { offset: window.offset, line };
  };

  async function next(): Promise<Row | undefined> {
    for (;;) {
      const record = read(window, delimiter);
      if (record.type === 'open') {
        // An unclosed quote would consume the rest of the file.
        if (window.isEnd || window.bytes.length > MAX_ROW_BYTES) return await unreadable();
        await window.fill();
        continue;
      }
      if (record.type === 'broken') return await unreadable();
      if (record.next === 0) {
        if (await window.fill()) continue;
        return undefined;
      }
      const began = line;
      if (record.next > MAX_ROW_BYTES) return await unreadable();
      const after = advance(record.next, record.lines);
      if (record.cells.some((cell) => cell.length > 0)) return { line: began, next: after, cells: record.cells };
    }
  }

  /** Skips only the line where the row begins, since the following lines may be valid. */
  async function unreadable(): Promise<Row> {
    const began = line;
    let length = 0;
    for (;;) {
      const end = window.bytes.indexOf(LINE_FEED);
      if (end >= 0 || window.isEnd) {
        const bytes = end < 0 ? window.bytes.length : end + 1;
        const after = advance(bytes, 1);
        return {
          line: began,
          next: after,
          problem: length + bytes > MAX_ROW_BYTES ? 'row_too_large' : 'unclosed_quote',
        };
      }
      length += window.bytes.length;
      window.skip(window.bytes.length);
      await window.fill();
    }
  }

  return { next, close: () => window.close() };
}

type Read = ReturnType<typeof readRecord>;

function read({ bytes, isEnd }: Window, delimiter: number | undefined): Read {
  if (bytes.length === 0) return { type: 'record', cells: [], next: 0, lines: 0 };
  if (delimiter !== undefined) return readRecord(bytes, 0, delimiter, isEnd);
  const end = bytes.indexOf(LINE_FEED);
  if (end < 0 && !isEnd) return { type: 'open' };
  const stop = end < 0 ? bytes.length : end;
  return { type: 'record', cells: [bytes.subarray(0, stop)], next: Math.min(stop + 1, bytes.length), lines: 1 };
}

export async function findDelimiter(path: string): Promise<number> {
  const window = await openWindow(path, 0);
  try {
    await window.fill();
    const end = window.bytes.indexOf(LINE_FEED);
    return delimiterOf(window.bytes.subarray(0, end < 0 ? undefined : end));
  } finally {
    await window.close();
  }
}
