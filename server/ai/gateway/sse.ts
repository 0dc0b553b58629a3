import type { JsonRecord, StreamEvent } from './form';

const LF = 10;
const CR = 13;
const isLineEnd = (byte: number | undefined): boolean => byte === LF || byte === CR;
const MAX_EVENT_BYTES = 8 * 1024 * 1024;

/** A block of a stream up to its blank line: an event, or comments only. */
export interface StreamBlock {
  bytes: Uint8Array;
  /** Undefined if the block has no data. */
  event: StreamEvent | undefined;
}

/** The provider sent something else than Server-Sent Events with JSON. */
export class MalformedStream extends Error {}

/** Cuts a byte stream into blocks. A block is complete only with its blank line (HTML Standard, section 9.2.6). */
export class BlockSplitter {
  #pending: Uint8Array = new Uint8Array();
  /** Bytes of `#pending` that were looked at. */
  #scanned = 0;
  #lineLength = 0;
  #failure: MalformedStream | undefined;

  /** What is wrong after the blocks that were returned. */
  get failure(): MalformedStream | undefined {
    return this.#failure;
  }

  push(chunk: Uint8Array): StreamBlock[] {
    const bytes = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    const blocks: StreamBlock[] = [];
    let start = 0;
    let at = this.#scanned;
    while (at < bytes.length) {
      const byte = bytes[at];
      if (!isLineEnd(byte)) {
        this.#lineLength += 1;
        at += 1;
        continue;
      }
      // A line feed may follow in the next chunk.
      if (byte === CR && at + 1 === bytes.length) break;
      at += byte === CR && bytes[at + 1] === LF ? 2 : 1;
      if (this.#lineLength === 0) {
        this.#add(blocks, bytes.subarray(start, at));
        if (this.#failure) return blocks;
        start = at;
      }
      this.#lineLength = 0;
    }
    this.#pending = bytes.slice(start);
    this.#scanned = at - start;
    if (this.#pending.length > MAX_EVENT_BYTES) this.#failure = new MalformedStream('The event is too large.');
    return blocks;
  }

  /** The last block of a stream that ended without its blank line. */
  end(): StreamBlock[] {
    let length = this.#pending.length;
    while (length > 0 && isLineEnd(this.#pending[length - 1])) length -= 1;
    const rest = this.#pending.subarray(0, length);
    this.#pending = new Uint8Array();
    const blocks: StreamBlock[] = [];
    if (rest.length > 0) this.#add(blocks, Buffer.concat([rest, Buffer.from('\n\n')]));
    return blocks;
  }

  #add(blocks: StreamBlock[], bytes: Uint8Array): void {
    try {
      blocks.push(blockOf(bytes));
    } catch (error) {
      if (!(error instanceof MalformedStream)) throw error;
      this.#failure = error;
    }
  }
}

/** Comments, or fields that say nothing alone. */
const WITHOUT_DATA = /^(?::|event:|id:|retry:|[\r\n]*$)/;

/** As nearly all blocks are. */
const ONE_LINE = /^data: ?(.*)\n\n$/;

function blockOf(bytes: Uint8Array): StreamBlock {
  const text = decode(bytes);
  const [, simple] = ONE_LINE.exec(text) ?? [];
  if (simple !== undefined) return { bytes, event: { event: null, data: simple, json: jsonOf(simple) } };
  const data: string[] = [];
  let event: string | null = null;
  for (const line of text.split(/\r\n|\n|\r/)) {
    const [, name, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === 'data') data.push(value);
    else if (name === 'event') event = value;
  }
  if (data.length === 0) {
    if (!WITHOUT_DATA.test(text)) throw new MalformedStream('The block is not one of a stream.');
    return { bytes, event: undefined };
  }
  const joined = data.join('\n');
  return { bytes, event: { event, data: joined, json: jsonOf(joined) } };
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new MalformedStream('The event is not UTF-8.');
  }
}

function jsonOf(text: string): JsonRecord | undefined {
  if (text === '[DONE]') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new MalformedStream('The event is not JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new MalformedStream('The event is not an object.');
  }
  return value as JsonRecord;
}

const encoder = new TextEncoder();

export const KEEPALIVE = encoder.encode(': keepalive\n\n');

export function encodeEvent({ event, data }: Pick<StreamEvent, 'event' | 'data'>): Uint8Array {
  const name = event === null ? '' : `event: ${event}\n`;
  return encoder.encode(`${name}data: ${data.replaceAll('\n', '\ndata: ')}\n\n`);
}

/** An event from outside a provider’s stream, such as one that a conversion made. */
export const streamEvent = ({ event, data }: Pick<StreamEvent, 'event' | 'data'>): StreamEvent => ({
  event,
  data,
  json: jsonOf(data),
});
