import { createHash } from 'node:crypto';
import { mkdir, open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { Config } from '../../config/config';
import { ApiError } from '../../errors';
import { base62Token } from '../../secrets/tokens';
import { HEAD_BYTES } from './sniff';

type Place = Pick<Config, 'mediaFolder'>;

/** Where files lie that are still on their way; on the same disk, so that a rename brings them in. */
export const partFolder = ({ mediaFolder }: Place): string => join(mediaFolder, '.part');

const HASH = /^[0-9a-f]{64}$/;

/** Where the bytes of a hash lie. Throws for what is no hash, which never becomes part of a path. */
export function pathOf({ mediaFolder }: Place, workspaceId: string, sha256: string): string {
  if (!HASH.test(sha256)) throw new Error('A file is kept under its SHA-256.');
  return join(mediaFolder, workspaceId, sha256.slice(0, 2), sha256);
}

/** A file that is here, but not in its place yet. */
export interface Part {
  path: string;
  size: number;
  sha256: string;
  /** Its first bytes. */
  head: Uint8Array;
}

/** Takes bytes as they come, and holds none but the first ones. */
export interface PartWriter {
  readonly path: string;
  readonly size: number;
  /** Throws 413 `payload_too_large` above the limit, which the head of the file may set. */
  write(chunk: Uint8Array): Promise<void>;
  /** What was written is on the disk then. */
  finish(): Promise<Part>;
  /** Closes it and leaves nothing of it; harmless after `finish`, when the file was moved. */
  discard(): Promise<void>;
}

/** Gives a piece back that was taken: waiting for the collector, a large file would fill the memory. */
export function release({ buffer, byteLength }: Uint8Array): void {
  // Else it is a part of something that others have.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

/** `limitOf` is asked once, when the head is there; `maxBytes` holds before. */
export async function createPart(
  place: Place,
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
  #isJudged = false;
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
    if (!this.#isJudged && this.#head.length === HEAD_BYTES) this.#judge();
    if (this.size > this.#limit) throw tooLarge(this.#limit);
    this.#hash.update(chunk);
    await this.#file.write(chunk);
  }

  async finish(): Promise<Part> {
    if (!this.#isJudged) this.#judge();
    if (this.size > this.#limit) throw tooLarge(this.#limit);
    await this.#file.datasync();
    await this.#close();
    return { path: this.path, size: this.size, sha256: this.#hash.digest('hex'), head: this.#head };
  }

  async discard(): Promise<void> {
    await this.#close();
    await rm(this.path, { force: true });
  }

  #judge(): void {
    this.#isJudged = true;
    this.#limit = Math.min(this.#limit, this.#limitOf(this.#head));
  }

  #close(): Promise<void> {
    return (this.#closed ??= this.#file.close());
  }
}

export const tooLarge = (limit: number): ApiError =>
  new ApiError('payload_too_large', {
    detail: `A file of this type can have at most ${limit} bytes.`,
    headers: { Connection: 'close' },
  });

/** A file that something else wrote, as a part. */
export async function partOf(path: string): Promise<Part> {
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

/**
 * Brings a part into its place; it survives a power cut from here on. Bytes that are there already are replaced by the
 * same ones, so that the file is young: whoever removes what nobody refers to leaves the young ones alone.
 */
export async function install(place: Place, workspaceId: string, part: Part): Promise<void> {
  const path = pathOf(place, workspaceId, part.sha256);
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

/** What a crash could bring back as a file of no bytes, or a hand removed, is not there. */
export async function isThere(path: string, size: number): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() === true && found.size === size;
}
