import { normalizeMessageContent, type proto } from 'baileys';

/** The text of a message, or the caption of its file. */
export function textIn(message: proto.IMessage): string | null {
  const content = normalizeMessageContent(message);
  return (
    content?.conversation ??
    content?.extendedTextMessage?.text ??
    content?.imageMessage?.caption ??
    content?.videoMessage?.caption ??
    content?.documentMessage?.caption ??
    null
  );
}

const MEDIA = [
  'imageMessage',
  'videoMessage',
  'audioMessage',
  'documentMessage',
  'stickerMessage',
] as const satisfies (keyof proto.IMessage)[];

export interface MediaContent {
  kind: (typeof MEDIA)[number];
  file: proto.Message.IImageMessage;
}

/** The file of a message. */
export function mediaIn(message: proto.IMessage): MediaContent | null {
  const content = normalizeMessageContent(message);
  for (const kind of MEDIA) {
    const file = content?.[kind];
    if (file) return { kind, file };
  }
  return null;
}

/** The attribute `type` of the stanza that carries the message. */
export function stanzaTypeOf(message: proto.IMessage): string {
  const content = normalizeMessageContent(message);
  if (content?.reactionMessage || content?.encReactionMessage) return 'reaction';
  if (
    content?.pollCreationMessage ||
    content?.pollCreationMessageV2 ||
    content?.pollCreationMessageV3 ||
    content?.pollUpdateMessage
  )
    return 'poll';
  if (content?.eventMessage) return 'event';
  return mediaIn(message) ||
    content?.contactMessage ||
    content?.contactsArrayMessage ||
    content?.liveLocationMessage ||
    content?.groupInviteMessage
    ? 'media'
    : 'text';
}
