import { unlink } from 'node:fs/promises';

import { CallError } from '../call-error';
import { refusedCall } from '../errors';
import type { WebSession } from '../session-types';
import { errorFields } from '../thrown-errors';
import { decryptFile, fileChanged, type FileDecryption } from './decrypt';
import { mediaUrl } from './hosts';
import type { MediaReference } from './reference';
import { startTimeLimit } from './time-limit';
import { transfer } from './transfer';

/** Padding and MAC. */
const MAX_OVERHEAD = 26;

/** Leaves no file when it throws `CallError`. */
export async function downloadMedia(session: WebSession, reference: MediaReference, path: string, maxBytes: number) {
  const { type, mediaKey, directPath } = reference;
  const url = mediaUrl(session, directPath);
  const { iv, cipherKey, macKey } = await session.library.getMediaKeys(mediaKey, type);
  if (!macKey) throw fileChanged();
  const time = startTimeLimit();
  try {
    const answer = await transfer(session, url, { method: 'GET', signal: time.signal });
    if (answer.status !== 200 || !answer.body) throw statusError(answer.status);
    if (Number(answer.headers.get('content-length') ?? 0) > maxBytes + MAX_OVERHEAD) throw tooLarge();
    const decryption = decryptFile({ iv, cipherKey, macKey }, reference);
    await write(answer.body, path, { maxBytes, decryption, alive: () => time.extend() });
  } catch (error) {
    await unlink(path).catch(() => undefined);
    throw error instanceof CallError ? error : interrupted(session, error);
  } finally {
    time.end();
  }
}

interface Writing {
  maxBytes: number;
  decryption: FileDecryption;
  alive: () => void;
}

async function write(body: ReadableStream<Uint8Array>, path: string, { maxBytes, decryption, alive }: Writing) {
  const file = Bun.file(path).writer();
  let size = 0;
  const take = async (bytes: Uint8Array): Promise<void> => {
    size += bytes.length;
    if (size > maxBytes) throw tooLarge();
    await file.write(bytes);
    await file.flush();
  };
  try {
    for await (const chunk of body) {
      alive();
      await take(decryption.update(chunk));
    }
    await take(proven(decryption));
  } finally {
    await file.end();
  }
}

function proven(decryption: FileDecryption): Uint8Array {
  try {
    return decryption.end();
  } catch {
    throw fileChanged();
  }
}

/** The server no longer has the file; the sender can upload it again. */
export class FileGone extends CallError {}

const GONE: ReadonlySet<number> = new Set([403, 404, 410]);

function statusError(status: number): CallError {
  const detail = `WhatsApp answered ${status} to the request for the file.`;
  if (GONE.has(status)) return new FileGone('refused', 'media_download_failed', detail);
  const isFinal = status >= 300 && status < 500 && status !== 429;
  return new CallError(isFinal ? 'refused' : 'unavailable', 'media_download_failed', detail);
}

function interrupted(session: WebSession, error: unknown): CallError {
  session.log.debug(errorFields(error), 'media download failed');
  return new CallError('unavailable', 'media_download_failed', 'The download was interrupted.');
}

const tooLarge = (): CallError => refusedCall('media_too_large');
