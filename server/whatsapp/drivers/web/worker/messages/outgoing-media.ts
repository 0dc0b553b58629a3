import { createReadStream, type ReadStream } from 'node:fs';

import type { AnyMessageContent } from 'baileys';

import type { MessageContent } from '../../../../../../shared/whatsapp/content';
import type { LocalMedia } from '../../../driver';
import type { WebSession } from '../session-types';

const VOICE_TYPE = 'audio/ogg; codecs=opus';

/** Undefined for types without a file, and for types that cannot be view-once. */
export async function mediaContent(
  session: WebSession,
  content: MessageContent,
  media: LocalMedia,
): Promise<AnyMessageContent | undefined> {
  const { mimeType: mimetype } = media;
  switch (content.type) {
    case 'image': {
      const picture = await preview(session, media);
      return { image: fileOf(media), mimetype, ...captioned(content), ...picture, ...once(content) };
    }
    case 'video':
      return { video: fileOf(media), mimetype, ...captioned(content), jpegThumbnail: NO_PREVIEW, ...once(content) };
    case 'audio': {
      const seconds = await durationOf(session, media);
      return { audio: fileOf(media), mimetype, seconds, ...once(content) };
    }
    case 'voice': {
      const seconds = await durationOf(session, media);
      return { audio: fileOf(media), ptt: true, mimetype: VOICE_TYPE, seconds, ...once(content) };
    }
    case 'document': {
      if (content.view_once === true) return undefined;
      const fileName = content.filename ?? media.filename ?? 'file';
      return { document: fileOf(media), mimetype, fileName, ...captioned(content) };
    }
    case 'sticker':
      return content.view_once === true ? undefined : { sticker: fileOf(media), mimetype };
    default:
      return undefined;
  }
}

/** A stream, since the library fetches any address that it gets. */
function fileOf({ path }: LocalMedia): { stream: ReadStream } {
  const stream = createReadStream(path);
  // The reader gets the error too, but a missing file may fail before the first read.
  stream.on('error', () => {});
  return { stream };
}

/** Without a preview, the library writes a copy of the file in clear and starts programs to make one. */
const NO_PREVIEW = '';

const captioned = ({ caption }: { caption?: string | undefined }) => (caption === undefined ? {} : { caption });
const once = ({ view_once }: { view_once?: boolean | undefined }) => (view_once === true ? { viewOnce: true } : {});

/** Empty without an image library. */
async function preview({ library }: WebSession, { path }: LocalMedia) {
  try {
    const { buffer, original } = await library.extractImageThumb(path);
    const { width, height } = original;
    return { jpegThumbnail: buffer.toString('base64'), ...(width && height ? { width, height } : {}) };
  } catch {
    return { jpegThumbnail: NO_PREVIEW };
  }
}

async function durationOf({ library }: WebSession, { path }: LocalMedia): Promise<number> {
  try {
    return Math.round((await library.getAudioDuration(path)) ?? 0);
  } catch {
    return 0;
  }
}
