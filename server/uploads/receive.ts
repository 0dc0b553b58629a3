import { createHash } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

import { MINUTE_MS } from '../../shared/durations';
import { LIMITS } from '../../shared/limits';
import { IMPORT_LIMITS } from '../../shared/links/imports';
import { within } from '../deadline';
import { ApiError, malformedBody } from '../errors';
import type { Upload } from '../raw';
import { filePart } from './multipart';

/** Enough for 64 MiB over a slow connection. */
const DEADLINE_MS = 15 * MINUTE_MS;

export interface ReceivedFile {
  sha256: string;
  bytes: number;
}

/** Throws 413 above 64 MiB, 400 for an incomplete body; the file is deleted then. */
export async function receiveFile({ type, stream }: Upload, path: string): Promise<ReceivedFile> {
  await mkdir(dirname(path), { recursive: true });
  try {
    return await within(write(contentOf(type, stream), path), DEADLINE_MS, () =>
      malformedBody('The file was not complete in time.'),
    );
  } catch (error) {
    await stream.cancel().catch(() => undefined);
    await rm(path, { force: true });
    throw error;
  }
}

const contentOf = (type: string, stream: ReadableStream<Uint8Array>): AsyncIterable<Uint8Array> =>
  /^multipart\/form-data\b/i.test(type.trim()) ? filePart(chunksOf(stream), type) : chunksOf(stream);

/** Throws 400 for an incomplete body, or for one that pauses for too long. */
export async function* chunksOf(
  stream: ReadableStream<Uint8Array>,
  pauseMs = LIMITS.uploadPauseSeconds * 1000,
): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await within(reader.read(), pauseMs, () =>
        malformedBody(`No byte of the file arrived for ${pauseMs / 1000} seconds.`),
      ).catch((error: unknown) => {
        if (error instanceof ApiError) throw error;
        throw malformedBody('The connection was closed before the file was complete.');
      });
      if (done) return;
      yield value;
    }
  } finally {
    reader.releaseLock();
  }
}

async function write(content: AsyncIterable<Uint8Array>, path: string): Promise<ReceivedFile> {
  const hash = createHash('sha256');
  const file = await open(path, 'w', 0o600);
  let bytes = 0;
  try {
    for await (const chunk of content) {
      bytes += chunk.byteLength;
      if (bytes > IMPORT_LIMITS.bytes) {
        throw new ApiError('payload_too_large', {
          detail: `The file can have at most ${IMPORT_LIMITS.bytes} bytes.`,
          headers: { Connection: 'close' },
        });
      }
      hash.update(chunk);
      await file.write(chunk);
    }
    // An accepted file must survive a power failure.
    await file.datasync();
  } finally {
    await file.close();
  }
  return { sha256: hash.digest('hex'), bytes };
}
