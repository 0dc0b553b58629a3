import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { idOf, text, timestamp } from '../text';
import { exampleId, webUrl } from './fields';
import type { SendErrorCode } from './send-errors';

const MEDIA_STATUSES = ['pending', 'ready', 'failed', 'expired'] as const;
export type MediaStatus = (typeof MEDIA_STATUSES)[number];

const MEDIA_CLASSES = ['image', 'video', 'audio', 'document', 'sticker'] as const;
export type MediaClass = (typeof MEDIA_CLASSES)[number];

const MEDIA_ERRORS = [
  'media_download_failed',
  'media_too_large',
  'media_type_not_allowed',
] as const satisfies readonly SendErrorCode[];
export type MediaErrorCode = (typeof MEDIA_ERRORS)[number];

export const MediaError = z.strictObject({
  code: z.enum(MEDIA_ERRORS).describe('Error code.'),
  message: z.string().describe('Description of the error.'),
});
export type MediaError = z.output<typeof MediaError>;

/** Bounds a file in a JSON body, so that the body stays below its limit. */
export const MAX_INLINE_BYTES = 700_000;
const MAX_BASE64 = Math.ceil(MAX_INLINE_BYTES / 3) * 4;
const ONE_SOURCE = 'Must have exactly one of `media_id`, `url`, and `base64` with `mime_type`.';

export const Media = z
  .strictObject({
    id: idOf(ID_PREFIXES.media).describe('Id of the file.'),
    object: z.literal('whatsapp.media').describe('Kind of object.'),
    mime_type: z.string().describe('Media type, detected from the bytes; `application/octet-stream` while unknown.'),
    size: z.number().int().min(0).describe('Size in bytes; 0 while unknown.'),
    sha256: z.string().nullable().describe('SHA-256 of the bytes in hexadecimal; null while unknown.'),
    filename: z.string().nullable().describe('File name of a document.'),
    width: z.number().int().min(0).nullable().describe('Width in pixels.'),
    height: z.number().int().min(0).nullable().describe('Height in pixels.'),
    duration_seconds: z.number().nullable().describe('Duration of audio and video in seconds.'),
    status: z.enum(MEDIA_STATUSES).describe('Status of the file; only a `ready` file can be downloaded.'),
    error: MediaError.nullable().describe('Error of a `failed` file.'),
    url: z.string().nullable().describe('Signed download link, which needs no key; null unless `ready`.'),
    url_expires_at: timestamp().nullable().describe('Time when the link expires.'),
    created_at: timestamp().describe('Time of creation.'),
    updated_at: timestamp().describe('Time of the last change.'),
  })
  .meta({
    id: 'WhatsAppMedia',
    example: {
      id: exampleId(ID_PREFIXES.media),
      object: 'whatsapp.media',
      mime_type: 'image/jpeg',
      size: 48_213,
      sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      filename: null,
      width: 1024,
      height: 768,
      duration_seconds: null,
      status: 'ready',
      error: null,
      url: 'https://switchboard.example.com/files/med_01jd9x3k2mf8v9q4zt7w5b6n0c/photo.jpg?expires=1795256999&signature=6fSx',
      url_expires_at: '2026-11-21T10:29:59.000Z',
      created_at: '2026-11-21T09:30:00.000Z',
      updated_at: '2026-11-21T09:30:01.000Z',
    },
  });
export type Media = z.output<typeof Media>;

const mimeType = () =>
  z
    .string()
    .regex(/^[A-Za-z0-9][\w!#$&^.+-]{0,62}\/[A-Za-z0-9][\w!#$&^.+-]{0,62}(?: ?; ?[\w-]{1,20}=[\w.+-]{1,40})?$/, {
      error: 'Must be a media type such as image/jpeg.',
    })
    .max(200)
    .meta({ maxLength: 200, example: 'image/jpeg' });

export const filename = () =>
  text(240)
    // oxlint-disable-next-line no-control-regex
    .refine((name) => !/[/\\\u0000-\u001f\u007f]/.test(name), 'Must not have slashes or control characters.')
    .meta({ minLength: 1, maxLength: 240, pattern: '^[^/\\\\\\u0000-\\u001f\\u007f]+$', example: 'invoice.pdf' });

const BASE64 = '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)$';
const TOO_LARGE = `Must be at most ${MAX_INLINE_BYTES} bytes. Upload larger files instead.`;

/** Avoids the document’s pattern, whose repetition is slow for a mebibyte. */
function base64Fault(value: string): { code: string; message: string } | undefined {
  if (value.length > MAX_BASE64) return { code: 'too_long', message: TOO_LARGE };
  const padding = value.endsWith('==') ? 2 : value.endsWith('=') ? 1 : 0;
  if (value.length === 0 || value.length % 4 !== 0 || /[^A-Za-z0-9+/]/.test(value.slice(0, value.length - padding))) {
    return { code: 'invalid_base64', message: 'Must be padded base64 without line breaks.' };
  }
  return (value.length / 4) * 3 - padding > MAX_INLINE_BYTES ? { code: 'too_long', message: TOO_LARGE } : undefined;
}

const base64 = () =>
  z
    .string()
    .superRefine((value, context) => {
      const fault = base64Fault(value);
      if (fault) context.addIssue({ code: 'custom', message: fault.message, params: { code: fault.code } });
    })
    .meta({ minLength: 4, maxLength: MAX_BASE64, pattern: BASE64, example: 'iVBORw0KGgo=' });

const sources = z.union([
  z.strictObject({ media_id: idOf(ID_PREFIXES.media).describe('Id of an uploaded or received file.') }),
  z.strictObject({
    url: webUrl()
      .describe('Public URL of the file, which is fetched after the response.')
      .meta({ example: 'https://example.com/cat.jpg' }),
  }),
  z.strictObject({
    base64: base64().describe(`Bytes of the file in base64, at most ${MAX_INLINE_BYTES} bytes.`),
    mime_type: mimeType().describe('Media type of the bytes.'),
  }),
]);

export const MediaSource = z
  .preprocess((given: z.input<typeof sources>, context) => {
    if (typeof given !== 'object' || given === null) return given;
    const found = ['media_id', 'url', 'base64'].filter((name) => name in given);
    if (found.length === 1) return given;
    context.addIssue({ code: 'custom', message: ONE_SOURCE, params: { code: 'invalid' } });
    return z.NEVER;
  }, sources)
  .meta({ example: { url: 'https://example.com/cat.jpg' } });
export type MediaSource = z.output<typeof MediaSource>;
