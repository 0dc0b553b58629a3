import type { MediaType } from '../../../shared/whatsapp/content-media';
import type { MediaClass } from '../../../shared/whatsapp/media';
import { MEDIA_LIMITS } from '../../../shared/whatsapp/media-limits';
import { SEND_ERRORS } from '../../../shared/whatsapp/send-errors';
import { fieldError, type ApiError } from '../../errors';
import type { MediaRow } from './types';

/** What is known of the bytes of a file. */
export interface FileFacts {
  mimeType: string;
  size: number;
  width: number | null;
  height: number | null;
  animated: boolean;
}

export type MediaFault = 'media_too_large' | 'media_type_not_allowed';

/** Types of each class, the tightest of all drivers; a document may be anything. */
const TYPES: Record<Exclude<MediaType, 'document'>, ReadonlySet<string>> = {
  image: new Set(['image/jpeg', 'image/png']),
  video: new Set(['video/mp4', 'video/3gpp']),
  audio: new Set(['audio/aac', 'audio/amr', 'audio/mpeg', 'audio/mp4', 'audio/ogg']),
  voice: new Set(['audio/ogg']),
  sticker: new Set(['image/webp']),
};

/** Types that are taken as a kind; none for any. */
export const typesOf = (kind: MediaType): string[] => (kind === 'document' ? [] : [...TYPES[kind]]);

const CLASSES = ['image', 'video', 'audio', 'sticker'] as const;
const STICKER_SIDE = 512;

/** Why a message of a kind cannot have this file; undefined where it can. */
export function faultOf(kind: MediaType, file: FileFacts): MediaFault | undefined {
  if (kind !== 'document' && !TYPES[kind].has(file.mimeType)) return 'media_type_not_allowed';
  if (file.size === 0) return 'media_type_not_allowed';
  if (file.size > mostBytes(kind, file.animated)) return 'media_too_large';
  const isSquare = (file.width ?? STICKER_SIDE) === STICKER_SIDE && (file.height ?? STICKER_SIDE) === STICKER_SIDE;
  return kind === 'sticker' && !isSquare ? 'media_type_not_allowed' : undefined;
}

/** As `faultOf`, of a file that is here. */
export const faultOfRow = (kind: MediaType, { mimeType, size, width, height }: MediaRow): MediaFault | undefined =>
  faultOf(kind, { mimeType, size, width, height, animated: true });

export const mostBytes = (kind: MediaType, animated = true): number =>
  kind === 'sticker' && !animated ? MEDIA_LIMITS.stillSticker : MEDIA_LIMITS[kind];

/** What a file is most likely meant for. */
export const likelyClass = (file: FileFacts): MediaClass =>
  CLASSES.find((kind) => faultOf(kind, file) === undefined) ?? 'document';

/** Of what class a type is, however large the file. */
export const classOf = (mimeType: string): MediaClass =>
  CLASSES.find((kind) => TYPES[kind].has(mimeType)) ?? 'document';

/** `image`, `audio` or `video`, or `document`: what two names of one file must agree in. */
export const familyOf = (mimeType: string): string => /^(?:image|audio|video)(?=\/)/.exec(mimeType)?.[0] ?? 'document';

const WANTED: Record<MediaType, string> = {
  image: 'an image is JPEG or PNG',
  video: 'a video is MP4 or 3GP',
  audio: 'audio is AAC, AMR, MP3, M4A or Opus in Ogg',
  voice: 'a voice message is Opus in Ogg',
  sticker: `a sticker is WebP of ${STICKER_SIDE} × ${STICKER_SIDE} pixels`,
  document: 'a document must not be empty',
};

/** 422 for a file that the class does not take, told at `pointer`. */
export function refusedMedia(kind: MediaType, fault: MediaFault, mimeType: string, pointer: string): ApiError {
  const reason =
    fault === 'media_too_large'
      ? `of this class may have at most ${mostBytes(kind)} bytes`
      : `is ${mimeType}; ${WANTED[kind]}`;
  return fieldError('unprocessable', pointer, fault, `${SEND_ERRORS[fault].message} The file ${reason}.`);
}
