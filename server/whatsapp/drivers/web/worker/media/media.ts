import type { RemoteMedia } from '../../../driver-events';
import { refusedCall } from '../errors';
import type { Feature, WebSession } from '../session-types';
import { errorFields } from '../thrown-errors';
import { downloadMedia, FileGone } from './download';
import { openReference, type MediaReference } from './reference';
import { requestUpload } from './request-upload';

interface FetchMedia {
  media: RemoteMedia;
  path: string;
  maxBytes: number;
}

async function fetchMedia(session: WebSession, { media, path, maxBytes }: FetchMedia): Promise<void> {
  const reference = openReference(session, media.providerMediaId);
  if ((media.size ?? 0) > maxBytes) throw refusedCall('media_too_large');
  try {
    await downloadMedia(session, reference, path, maxBytes);
  } catch (error) {
    if (!(error instanceof FileGone)) throw error;
    await downloadMedia(session, await uploadedAgain(session, reference, error), path, maxBytes);
  }
}

async function uploadedAgain(session: WebSession, reference: MediaReference, gone: FileGone): Promise<MediaReference> {
  try {
    return { ...reference, directPath: await requestUpload(session, reference) };
  } catch (error) {
    session.log.debug(errorFields(error), 'media not uploaded again');
    throw gone;
  }
}

export const mediaFeature: Feature = { calls: { fetchMedia } };
