import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { exactlyOne } from '../one-of';
import { idOf, text } from '../text';
import { webUrl } from '../whatsapp/fields';
import { filename } from '../whatsapp/media';

const CONTENT_LIMITS = { text: 65_536, caption: 1024, media: 10 } as const;

export const TEXT_FORMATS = ['plain', 'markdown', 'html'] as const;
export type TextFormat = (typeof TEXT_FORMATS)[number];
export const MEDIA_KINDS = ['image', 'video', 'audio', 'voice', 'document'] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];

export const PublicationMedia = exactlyOne(
  {
    kind: z
      .enum(MEDIA_KINDS)
      .optional()
      .describe('Kind of file. Default: detected from the extension of `url` or from the file.')
      .meta({ example: 'image' }),
    caption: text(CONTENT_LIMITS.caption).optional().describe('Caption below the file.').meta({ example: 'Our cat' }),
    filename: filename().optional().describe('File name that the recipient of a document sees.'),
  },
  {
    url: webUrl()
      .describe('Public URL of the file, which is fetched when the publication is sent.')
      .meta({ example: 'https://example.com/cat.jpg' }),
    media_id: idOf(ID_PREFIXES.media).describe('Id of a file that was uploaded to or received on WhatsApp.'),
  },
  { example: { url: 'https://example.com/cat.jpg', kind: 'image', caption: 'Our cat' } },
);
export type PublicationMedia = z.output<typeof PublicationMedia>;

export const PublicationContent = z
  .strictObject({
    text: text(CONTENT_LIMITS.text)
      .optional()
      .describe('Text of the publication.')
      .meta({ example: 'Version 2 is out.' }),
    format: z
      .enum(TEXT_FORMATS)
      .default('plain')
      .describe('Format of `text`. Each channel converts the formatting to its own.')
      .meta({ example: 'plain' }),
    media: z
      .array(PublicationMedia)
      .max(CONTENT_LIMITS.media)
      .default([])
      .describe(
        'Files to publish. The text becomes the caption of the first file if it fits, otherwise a separate message before the files.',
      )
      .meta({ example: [] }),
    link_preview: z
      .boolean()
      .default(true)
      .describe('True to show a preview of the first link if the channel supports it.')
      .meta({ example: true }),
  })
  .meta({
    id: 'PublicationContent',
    description: 'Content of a publication.',
    example: { text: 'Version 2 is out.', format: 'plain', media: [], link_preview: true },
  });
export type PublicationContent = z.output<typeof PublicationContent>;
