import type { proto } from 'baileys';

import type { InboundContent } from '../../../../../../shared/whatsapp/content';
import { defined } from '../../../../../defined';
import type { MediaReference } from '../media/reference';
import { wireNumber, wireText } from './values';

export interface MessageFile extends Omit<MediaReference, 'key'> {
  mimeType: string;
  size: number | undefined;
  filename: string | undefined;
}

interface FileContent {
  content: InboundContent;
  file: MessageFile;
  context: proto.IContextInfo | null | undefined;
}

interface FileFields {
  mimetype?: string | null;
  directPath?: string | null;
  mediaKey?: Uint8Array | null;
  fileEncSha256?: Uint8Array | null;
  fileSha256?: Uint8Array | null;
  fileLength?: Parameters<typeof wireNumber>[0];
  contextInfo?: proto.IContextInfo | null;
}

const MAX_MIME = 200;
const MAX_NAME = 240;
const MAX_CAPTION = 65_536;
const NONE = new Uint8Array();

export function fileContent(message: proto.IMessage, isViewOnce: boolean): FileContent | undefined {
  const { imageMessage, videoMessage, ptvMessage, audioMessage, documentMessage, stickerMessage } = message;
  const once = (given?: boolean | null) => (isViewOnce || given === true ? { view_once: true } : {});
  if (imageMessage) {
    const content = { type: 'image', ...captioned(imageMessage.caption), ...once(imageMessage.viewOnce) } as const;
    return { content, ...fileOf('image', imageMessage) };
  }
  const video = videoMessage ?? ptvMessage;
  if (video) {
    const content = { type: 'video', ...captioned(video.caption), ...once(video.viewOnce) } as const;
    return { content, ...fileOf('video', video) };
  }
  if (audioMessage) {
    const type = audioMessage.ptt === true ? 'voice' : 'audio';
    return { content: { type, ...once(audioMessage.viewOnce) }, ...fileOf('audio', audioMessage) };
  }
  if (documentMessage) {
    const filename = wireText(documentMessage.fileName ?? documentMessage.title, MAX_NAME);
    const content = {
      type: 'document',
      ...captioned(documentMessage.caption),
      ...defined({ filename }),
      ...once(),
    } as const;
    return { content, ...fileOf('document', documentMessage, filename) };
  }
  if (stickerMessage) return { content: { type: 'sticker', ...once() }, ...fileOf('sticker', stickerMessage) };
  return undefined;
}

const captioned = (text?: string | null) => defined({ caption: wireText(text, MAX_CAPTION) });

const fileOf = (
  type: MessageFile['type'],
  fields: FileFields,
  filename?: string,
): Pick<FileContent, 'file' | 'context'> => ({
  file: {
    type,
    directPath: fields.directPath ?? '',
    mediaKey: fields.mediaKey ?? NONE,
    fileEncSha256: fields.fileEncSha256 ?? NONE,
    fileSha256: fields.fileSha256 ?? NONE,
    mimeType: wireText(fields.mimetype, MAX_MIME) ?? 'application/octet-stream',
    size: wireNumber(fields.fileLength),
    filename,
  },
  context: fields.contextInfo,
});
