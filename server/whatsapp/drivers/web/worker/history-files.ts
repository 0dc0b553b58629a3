import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createInflate, inflateSync } from 'node:zlib';

import type { proto } from 'baileys';

import { CallError } from './call-error';
import { refusedCall } from './errors';
import { decryptFile, fileChanged } from './media/decrypt';
import type { Library, SessionLog } from './session-types';
import { errorFields } from './thrown-errors';

type Notification = proto.Message.IHistorySyncNotification;

export interface HistoryFiles {
  /** Whether the library may read this part of the history, whose file `check` then knows. */
  accept(notification: Notification): boolean;
  /** Throws `CallError` for a file of the history that was changed or is too large. Other files pass. */
  check(url: URL, encrypted: Buffer): Promise<void>;
}

interface HistoryFile {
  mediaKey: Uint8Array;
  fileEncSha256: Uint8Array;
  fileSha256: Uint8Array;
}

/** Decompressed. The library holds a whole part in memory. */
export const HISTORY_LIMITS = { fileBytes: 128 * 1024 * 1024, inlineBytes: 16 * 1024 * 1024 };
const MAX_FILES = 1000;
const CHUNK_BYTES = 1024 * 1024;
const KEY_BYTES = 32;

/** The library checks neither hash nor size of the history. One instance for each socket. */
export function createHistoryFiles(
  library: Pick<Library, 'getMediaKeys'>,
  log: SessionLog,
  limits = HISTORY_LIMITS,
): HistoryFiles {
  const files = new Map<string, HistoryFile>();

  const refuse = (error: unknown): false => {
    log.warn(errorFields(error), 'whatsapp web history refused');
    return false;
  };

  return {
    accept(notification) {
      const { initialHistBootstrapInlinePayload: payload } = notification;
      const at = placeOf(notification);
      try {
        if (payload?.length) inflateSync(payload, { maxOutputLength: limits.inlineBytes });
        else if (at !== undefined) files.set(at, fileIn(notification, files.size));
        return true;
      } catch (error) {
        return refuse(error);
      }
    },

    async check({ pathname, search }, encrypted) {
      const file = files.get(pathname + search);
      if (!file) return;
      const { iv, cipherKey, macKey } = await library.getMediaKeys(file.mediaKey, 'md-msg-hist');
      if (!macKey) throw fileChanged();
      const decryption = decryptFile({ iv, cipherKey, macKey }, file);
      try {
        await pipeline(decrypted(encrypted, decryption), createInflate(), countTo(limits.fileBytes));
      } catch (error) {
        throw error instanceof CallError ? error : fileChanged();
      }
    },
  };
}

function placeOf({ directPath }: Notification): string | undefined {
  // Built as the library does: a path without a leading slash changes the port or the host.
  const url = directPath ? URL.parse(`https://mmg.whatsapp.net${directPath}`) : null;
  return url ? url.pathname + url.search : undefined;
}

function fileIn({ mediaKey, fileEncSha256, fileSha256 }: Notification, known: number): HistoryFile {
  if (known >= MAX_FILES) throw refusedCall('media_too_large', 'The history has too many parts.');
  if (!isKey(mediaKey) || !isKey(fileEncSha256) || !isKey(fileSha256)) throw fileChanged();
  return { mediaKey, fileEncSha256, fileSha256 };
}

const isKey = (bytes: Uint8Array | null | undefined): bytes is Uint8Array => bytes?.length === KEY_BYTES;

async function* decrypted(encrypted: Buffer, { update, end }: ReturnType<typeof decryptFile>) {
  for (let from = 0; from < encrypted.length; from += CHUNK_BYTES) {
    yield update(encrypted.subarray(from, from + CHUNK_BYTES));
    // Other sockets share the thread.
    await Bun.sleep(0);
  }
  yield end();
}

function countTo(maxBytes: number): Writable {
  let size = 0;
  return new Writable({
    write(chunk: Uint8Array, _encoding, done) {
      size += chunk.length;
      done(size > maxBytes ? refusedCall('media_too_large') : null);
    },
  });
}
