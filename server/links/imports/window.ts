import { open } from 'node:fs/promises';

const CHUNK = 256 * 1024;

export interface Window {
  readonly bytes: Uint8Array;
  readonly offset: number;
  readonly isEnd: boolean;
  fill(): Promise<boolean>;
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
