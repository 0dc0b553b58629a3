import type { BaileysEventMap, WAMessageKey } from 'baileys';

import { within } from '../../../../../deadline';
import { CallError } from '../call-error';
import { refusedCall } from '../errors';
import type { WebSession } from '../session-types';
import type { MediaReference } from './reference';

/** The phone of the sender must be online to upload a file again. */
const MAX_UPLOAD_AGAIN_MS = 30_000;

type MediaUpdate = BaileysEventMap['messages.media-update'][number];

/** Returns the new path, or throws `CallError`. The library’s own call leaks its listener without an answer. */
export async function requestUpload(
  session: WebSession,
  { key, mediaKey }: MediaReference,
  timeoutMs = MAX_UPLOAD_AGAIN_MS,
): Promise<string> {
  const { library, socket } = session;
  const { ev, authState } = socket;
  const answered = Promise.withResolvers<MediaUpdate>();
  const onUpdates = (updates: MediaUpdate[]): void => {
    const update = updates.find((one) => one.key.id === key.id);
    if (update) answered.resolve(update);
  };
  ev.on('messages.media-update', onUpdates);
  try {
    const request = library.encryptMediaRetryRequest(key, mediaKey, authState.creds.me?.id ?? '');
    await socket.sendNode(request);
    const update = await within(answered.promise, timeoutMs, unanswered);
    return pathIn(session, update, key, mediaKey);
  } finally {
    ev.off('messages.media-update', onUpdates);
  }
}

function pathIn({ library }: WebSession, { media }: MediaUpdate, key: WAMessageKey, mediaKey: Uint8Array): string {
  if (!media) throw notUploaded();
  const { result, directPath } = library.decryptMediaRetryData(media, mediaKey, key.id ?? '');
  if (result !== library.proto.MediaRetryNotification.ResultType.SUCCESS || !directPath) throw notUploaded();
  return directPath;
}

const unanswered = (): CallError => new CallError('timeout', 'provider_unavailable', 'The phone did not answer.');
const notUploaded = (): CallError => refusedCall('media_download_failed', 'The phone did not upload the file again.');
