import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { text } from '../text';
import { exampleId } from './fields';
import { filename, MediaSource } from './media';

const media = MediaSource.describe('File to send.');
const caption = text(1024).optional().describe('Caption below the file.');
const viewOnce = z
  .boolean()
  .optional()
  .describe('True if the recipient can open the file only once. Not supported by `cloud`.');
const IMAGE = { url: 'https://example.com/cat.jpg' };
const UPLOADED = { media_id: exampleId(ID_PREFIXES.media) };

export const ImageContent = z
  .strictObject({ type: z.literal('image').describe('An image.'), media, caption, view_once: viewOnce })
  .meta({ example: { type: 'image', media: IMAGE, caption: 'Our cat' } });
export const VideoContent = z
  .strictObject({ type: z.literal('video').describe('A video.'), media, caption, view_once: viewOnce })
  .meta({ example: { type: 'video', media: UPLOADED, caption: 'The tour' } });
export const AudioContent = z
  .strictObject({ type: z.literal('audio').describe('An audio file.'), media, view_once: viewOnce })
  .meta({ example: { type: 'audio', media: UPLOADED } });
export const VoiceContent = z
  .strictObject({
    type: z.literal('voice').describe('A voice message. The file must be Opus in Ogg.'),
    media,
    view_once: viewOnce,
  })
  .meta({ example: { type: 'voice', media: UPLOADED } });
export const DocumentContent = z
  .strictObject({
    type: z.literal('document').describe('A document of any type.'),
    media,
    caption,
    filename: filename().optional().describe('File name that the recipient sees.'),
    view_once: viewOnce,
  })
  .meta({ example: { type: 'document', media: { url: 'https://example.com/i.pdf' }, filename: 'invoice.pdf' } });
export const StickerContent = z
  .strictObject({
    type: z.literal('sticker').describe('A sticker: a WebP image of 512 × 512 pixels.'),
    media,
    view_once: viewOnce,
  })
  .meta({ example: { type: 'sticker', media: UPLOADED } });

export const MEDIA_TYPES = ['image', 'video', 'audio', 'voice', 'document', 'sticker'] as const;
export type MediaType = (typeof MEDIA_TYPES)[number];
