import { isUtf8 } from 'node:buffer';

import { isJsonObject, type JsonObject } from '../../json-object';
import type { StreamEvent } from './form';

const LF = 10;
const CR = 13;
const isLineEnd = (byte: number | undefined): boolean => byte === LF || byte === CR;
const MAX_EVENT_BYTES = 8 * 1024 * 1024;

const decoder = new TextDecoder();

/** A block of a stream up to its blank line: an event, or comments only. */
export interface StreamBlock {
  text: string;
  event: StreamEvent | undefined;
}

export class MalformedStream extends Error {}

/** A block is complete only with its blank line (HTML Standard, section 9.2.6). */
export class BlockSplitter {
  #pending: Uint8Array = new Uint8Array();
  #failure: MalformedStream | undefined;

  /** The failure after the blocks that were returned. */
  get failure(): MalformedStream | undefined {
    return this.#failure;
  }

  push(chunk: Uint8Array): StreamBlock[] {
    const known = this.#pending.length;
    const bytes = known === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    const end = endOfBlocks(bytes, known);
    this.#pending = bytes.slice(end);
    if (this.#pending.length > MAX_EVENT_BYTES) this.#failure = new MalformedStream('The event is too large.');
    return end === 0 ? [] : this.#blocksIn(bytes.subarray(0, end));
  }

  /** The last block of a stream that ended without its blank line. */
  end(): StreamBlock[] {
    let length = this.#pending.length;
    while (length > 0 && isLineEnd(this.#pending[length - 1])) length -= 1;
    const rest = this.#pending.subarray(0, length);
    this.#pending = new Uint8Array();
    return rest.length === 0 ? [] : this.#blocksIn(Buffer.concat([rest, Buffer.from('\n\n')]));
  }

  #blocksIn(bytes: Uint8Array): StreamBlock[] {
    const blocks: StreamBlock[] = [];
    const isValid = isUtf8(bytes);
    try {
      for (const text of textsOf(decoder.decode(bytes))) {
        // The decoder replaces invalid UTF-8 by a character that the bytes do not contain.
        if (!isValid && !Buffer.from(bytes).includes(text)) throw new MalformedStream('The event is not UTF-8.');
        blocks.push(blockOf(text));
      }
    } catch (error) {
      if (!(error instanceof MalformedStream)) throw error;
      this.#failure = error;
    }
    return blocks;
  }
}

/** Where the last blank line ends; 0 without one. None ends before `known`. */
function endOfBlocks(bytes: Uint8Array, known: number): number {
  for (let end = bytes.length; end > known; end -= 1) {
    if (!isLineEnd(bytes[end - 1])) continue;
    const lineEnd = end - (bytes[end - 1] === LF && bytes[end - 2] === CR ? 2 : 1);
    if (isLineEnd(bytes[lineEnd - 1])) return end;
  }
  return 0;
}

const AFTER_BLANK_LINE = /(?<=(?:\r\n|\n|\r(?!\n)){2})/;
const LINE_END = /\r\n|\n|\r/;

function textsOf(text: string): string[] {
  if (text.includes('\r')) return text.split(AFTER_BLANK_LINE);
  const texts: string[] = [];
  for (let start = 0; start < text.length;) {
    const blank = text.indexOf('\n\n', start);
    const end = blank === -1 ? text.length : blank + 2;
    texts.push(text.slice(start, end));
    start = end;
  }
  return texts;
}

/** Comments, or fields that mean nothing alone. */
const WITHOUT_DATA = /^(?::|event:|id:|retry:|[\r\n]*$)/;

const DATA = 'data: ';

function blockOf(text: string): StreamBlock {
  const end = text.length - 2;
  // Most blocks are one line.
  if (text.startsWith(DATA) && text.indexOf('\n') === end && !text.includes('\r')) {
    const only = text.slice(DATA.length, end);
    return { text, event: { event: null, data: only, json: jsonOf(only) } };
  }
  let event: string | null = null;
  let data: string | undefined;
  for (const line of text.split(text.includes('\r') ? LINE_END : '\n')) {
    const colon = line.indexOf(':');
    const name = colon === -1 ? line : line.slice(0, colon);
    if (name !== 'data' && name !== 'event') continue;
    const value = colon === -1 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (name === 'event') event = value;
    else data = data === undefined ? value : `${data}\n${value}`;
  }
  if (data !== undefined) return { text, event: { event, data, json: jsonOf(data) } };
  if (!WITHOUT_DATA.test(text)) throw new MalformedStream('The block is not one of a stream.');
  return { text, event: undefined };
}

function jsonOf(text: string): JsonObject | undefined {
  if (text === '[DONE]') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new MalformedStream('The event is not JSON.');
  }
  if (!isJsonObject(value)) throw new MalformedStream('The event is not an object.');
  return value;
}

export const KEEPALIVE = ': keepalive\n\n';

export function encodeEvent({ event, data }: Pick<StreamEvent, 'event' | 'data'>): string {
  const name = event === null ? '' : `event: ${event}\n`;
  return `${name}data: ${data.replaceAll('\n', '\ndata: ')}\n\n`;
}
