import type { MediaType } from '../../../shared/whatsapp/content-media';
import type { MediaClass } from '../../../shared/whatsapp/media';
import { MEDIA_LIMITS } from '../../../shared/whatsapp/media-limits';
import { SEND_ERRORS } from '../../../shared/whatsapp/send-errors';
import { fieldError, type ApiError } from '../../errors';
import type { MediaRow } from '../present/media';

export interface FileInfo {
  mimeType: string;
  size: number;
  width: number | null;
  height: number | null;
  animated: boolean;
}

type MediaFault = 'media_too_large' | 'media_type_not_allowed';

/** Accepted types per class, the strictest of all drivers; documents may be anything. */
const TYPES: Record<Exclude<MediaType, 'document'>, ReadonlySet<string>> = {
  image: new Set(['image/jpeg', 'image/png']),
  video: new Set(['video/mp4', 'video/3gpp']),
  audio: new Set(['audio/aac', 'audio/amr', 'audio/mpeg', 'audio/mp4', 'audio/ogg']),
  voice: new Set(['audio/ogg']),
  sticker: new Set(['image/webp']),
};

export const mediaTypes = (kind: MediaType): string[] => (kind === 'document' ? [] : [...TYPES[kind]]);

const CLASSES = ['image', 'video', 'audio', 'sticker'] as const;
const STICKER_SIDE = 512;

export function mediaFault(kind: MediaType, file: FileInfo): MediaFault | undefined {
  if (kind !== 'document' && !TYPES[kind].has(file.mimeType)) return 'media_type_not_allowed';
  if (file.size === 0) return 'media_type_not_allowed';
  if (file.size > maxBytesOf(kind, file.animated)) return 'media_too_large';
  const isSquare = (file.width ?? STICKER_SIDE) === STICKER_SIDE && (file.height ?? STICKER_SIDE) === STICKER_SIDE;
  return kind === 'sticker' && !isSquare ? 'media_type_not_allowed' : undefined;
}

export const faultOfRow = (kind: MediaType, { mimeType, size, width, height }: MediaRow): MediaFault | undefined =>
  mediaFault(kind, { mimeType, size, width, height, animated: true });

export const maxBytesOf = (kind: MediaType, animated = true): number =>
  kind === 'sticker' && !animated ? MEDIA_LIMITS.stillSticker : MEDIA_LIMITS[kind];

export const likelyClass = (file: FileInfo): MediaClass =>
  CLASSES.find((kind) => mediaFault(kind, file) === undefined) ?? 'document';

export const mediaClassOf = (mimeType: string): MediaClass =>
  CLASSES.find((kind) => TYPES[kind].has(mimeType)) ?? 'document';

/** Two names of one file must agree in this family. */
export const familyOf = (mimeType: string): string => /^(?:image|audio|video)(?=\/)/.exec(mimeType)?.[0] ?? 'document';

const WANTED: Record<MediaType, string> = {
  image: 'an image is JPEG or PNG',
  video: 'a video is MP4 or 3GP',
  audio: 'audio is AAC, AMR, MP3, M4A or Opus in Ogg',
  voice: 'a voice message is Opus in Ogg',
  sticker: `a sticker is WebP of ${STICKER_SIDE} × ${STICKER_SIDE} pixels`,
  document: 'a document must not be empty',
};

export function refusedMedia(kind: MediaType, fault: MediaFault, mimeType: string, pointer: string): ApiError {
  const reason =
    fault === 'media_too_large'
      ? `of this class may have at most ${maxBytesOf(kind)} bytes`
      : `is ${mimeType}; ${WANTED[kind]}`;
  return fieldError('unprocessable', pointer, fault, `${SEND_ERRORS[fault].message} The file ${reason}.`);
}
