import { createHash } from 'node:crypto';
import { mkdir, open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { Config } from '../../config/config';
import { ApiError } from '../../errors';
import { base62Token } from '../../secrets/tokens';
import { HEAD_BYTES } from './sniff';

type MediaFolder = Pick<Config, 'mediaFolder'>;

/** Folder of incomplete files, on the same disk so that a rename is atomic. */
export const partFolder = ({ mediaFolder }: MediaFolder): string => join(mediaFolder, '.part');

const HASH = /^[0-9a-f]{64}$/;

/** Throws for an invalid hash, so that nothing else becomes part of a path. */
export function mediaPath({ mediaFolder }: MediaFolder, workspaceId: string, sha256: string): string {
  if (!HASH.test(sha256)) throw new Error('A file is kept under its SHA-256.');
  return join(mediaFolder, workspaceId, sha256.slice(0, 2), sha256);
}

export interface PartialFile {
  path: string;
  size: number;
  sha256: string;
  head: Uint8Array;
}

/** Keeps only the first bytes in memory. */
export interface PartWriter {
  readonly path: string;
  readonly size: number;
  /** Throws 413 `payload_too_large` above the limit, which may depend on the file's header. */
  write(chunk: Uint8Array): Promise<void>;
  finish(): Promise<PartialFile>;
  /** Removes the file; harmless after it was moved. */
  discard(): Promise<void>;
}

/** Frees the memory at once instead of waiting for the garbage collector. */
export function release({ buffer, byteLength }: Uint8Array): void {
  // Otherwise other views share the buffer.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

/** `limitOf` is called once the header is known; `maxBytes` applies before. */
export async function createPart(
  place: MediaFolder,
  maxBytes: number,
  limitOf: (head: Uint8Array) => number = () => maxBytes,
): Promise<PartWriter> {
  const path = join(partFolder(place), base62Token(32));
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, 'wx', 0o600);
  return new DiskPart(path, file, maxBytes, limitOf);
}

class DiskPart implements PartWriter {
  readonly path: string;
  size = 0;
  readonly #file: FileHandle;
  readonly #hash = createHash('sha256');
  readonly #limitOf: (head: Uint8Array) => number;
  #limit: number;
  #head = new Uint8Array(0);
  #isDuplicateChecked = false;
  #closed: Promise<void> | undefined;

  constructor(path: string, file: FileHandle, maxBytes: number, limitOf: (head: Uint8Array) => number) {
    this.path = path;
    this.#file = file;
    this.#limit = maxBytes;
    this.#limitOf = limitOf;
  }

  async write(chunk: Uint8Array): Promise<void> {
    this.size += chunk.byteLength;
    if (this.#head.length < HEAD_BYTES) {
      this.#head = Buffer.concat([this.#head, chunk.subarray(0, HEAD_BYTES - this.#head.length)]);
    }
    if (!this.#isDuplicateChecked && this.#head.length === HEAD_BYTES) this.#checkDuplicate();
    if (this.size > this.#limit) throw tooLarge(this.#limit);
    this.#hash.update(chunk);
    await this.#file.write(chunk);
  }

  async finish(): Promise<PartialFile> {
    if (!this.#isDuplicateChecked) this.#checkDuplicate();
    if (this.size > this.#limit) throw tooLarge(this.#limit);
    await this.#file.datasync();
    await this.#close();
    return { path: this.path, size: this.size, sha256: this.#hash.digest('hex'), head: this.#head };
  }

  async discard(): Promise<void> {
    await this.#close();
    await rm(this.path, { force: true });
  }

  #checkDuplicate(): void {
    this.#isDuplicateChecked = true;
    this.#limit = Math.min(this.#limit, this.#limitOf(this.#head));
  }

  #close(): Promise<void> {
    return (this.#closed ??= this.#file.close());
  }
}

const tooLarge = (limit: number): ApiError =>
  new ApiError('payload_too_large', {
    detail: `A file of this type can have at most ${limit} bytes.`,
    headers: { Connection: 'close' },
  });

export async function partOf(path: string): Promise<PartialFile> {
  const hash = createHash('sha256');
  const file = await open(path, 'r+');
  try {
    const buffer = new Uint8Array(HEAD_BYTES);
    let size = 0;
    let head = new Uint8Array(0);
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, size);
      if (bytesRead === 0) break;
      const chunk = buffer.subarray(0, bytesRead);
      if (size === 0) head = Uint8Array.from(chunk);
      hash.update(chunk);
      size += bytesRead;
    }
    await file.datasync();
    return { path, size, sha256: hash.digest('hex'), head };
  } finally {
    await file.close();
  }
}

/** Replaces existing bytes by the same ones, so that cleanup, which spares young files, keeps them. */
export async function install(place: MediaFolder, workspaceId: string, part: PartialFile): Promise<void> {
  const path = mediaPath(place, workspaceId, part.sha256);
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await rename(part.path, path);
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** False for an empty file after a crash, or a missing one. */
export async function isThere(path: string, size: number): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() === true && found.size === size;
}
