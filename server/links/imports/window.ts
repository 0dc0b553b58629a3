import { open } from 'node:fs/promises';

const CHUNK = 256 * 1024;

/** A stretch of a file that moves on: what was read is dropped, so that a file of any size takes the same memory. */
export interface Window {
  /** From the place that is read next, as far as they are in memory. */
  readonly bytes: Uint8Array;
  /** Where in the file they begin. */
  readonly offset: number;
  /** No bytes follow them. */
  readonly isEnd: boolean;
  /** Reads on; false at the end. */
  fill(): Promise<boolean>;
  /** Drops bytes from the front. */
  skip(count: number): void;
  close(): Promise<void>;
}

export async function openWindow(path: string, start: number): Promise<Window> {
  const file = await open(path);
  let bytes: Uint8Array = new Uint8Array();
  let offset = start;
  let isEnd = false;

  return {
    get bytes() {
      return bytes;
    },
    get offset() {
      return offset;
    },
    get isEnd() {
      return isEnd;
    },
    async fill() {
      if (isEnd) return false;
      const chunk = Buffer.allocUnsafe(CHUNK);
      const { bytesRead } = await file.read(chunk, 0, CHUNK, offset + bytes.length);
      if (bytesRead === 0) isEnd = true;
      else bytes = Buffer.concat([bytes, chunk.subarray(0, bytesRead)]);
      return !isEnd;
    },
    skip(count) {
      bytes = bytes.subarray(count);
      offset += count;
    },
    close: () => file.close(),
  };
}
