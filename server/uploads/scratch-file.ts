import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { base62Token } from '../secrets/tokens';

const CHUNK_BYTES = 64 * 1024;

/** A file without a name, which disappears with its handle, however the process ends. */
export class ScratchFile {
  readonly #file: FileHandle;
  #size = 0;
  #closed: Promise<void> | undefined;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async create(folder: string): Promise<ScratchFile> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, base62Token(32));
    const file = await open(path, 'wx+', 0o600);
    await rm(path);
    return new ScratchFile(file);
  }

  get size(): number {
    return this.#size;
  }

  async write(chunk: Uint8Array): Promise<void> {
    await this.#file.write(chunk, 0, chunk.length, this.#size);
    this.#size += chunk.length;
  }

  /** Can be read several times. */
  async *read(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < this.#size;) {
      const { bytesRead, buffer } = await this.#file.read(new Uint8Array(CHUNK_BYTES), 0, CHUNK_BYTES, at);
      if (bytesRead === 0) throw new Error('The file is shorter than what was written.');
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }

  close(): Promise<void> {
    return (this.#closed ??= this.#file.close());
  }
}
