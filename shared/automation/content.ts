import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { exactlyOne } from '../one-of';
import { idOf, text } from '../text';
import { webUrl } from '../whatsapp/fields';
import { filename } from '../whatsapp/media';

export const CONTENT_LIMITS = { text: 65_536, caption: 1024, media: 10 } as const;

export const TEXT_FORMATS = ['plain', 'markdown', 'html'] as const;
export type TextFormat = (typeof TEXT_FORMATS)[number];
export const MEDIA_KINDS = ['image', 'video', 'audio', 'voice', 'document'] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];

/** A file of a publication: exactly one way to it. */
export const PublicationMedia = exactlyOne(
  {
    kind: z
      .enum(MEDIA_KINDS)
      .optional()
      .describe('What it is shown as; told by the ending of `url`, or by the file, when absent.')
      .meta({ example: 'image' }),
    caption: text(CONTENT_LIMITS.caption).optional().describe('Text below it.').meta({ example: 'Our cat' }),
    filename: filename().optional().describe('Name that the recipient of a document sees.'),
  },
  {
    url: webUrl()
      .describe('Public address of the file; it is fetched when it is published.')
      .meta({ example: 'https://example.com/cat.jpg' }),
    media_id: idOf(ID_PREFIXES.media).describe('A file that was uploaded or received on WhatsApp.'),
  },
  { example: { url: 'https://example.com/cat.jpg', kind: 'image', caption: 'Our cat' } },
);
export type PublicationMedia = z.output<typeof PublicationMedia>;

/** What a publication says, before a channel gives it its own form. */
export const PublicationContent = z
  .strictObject({
    text: text(CONTENT_LIMITS.text).optional().describe('The text.').meta({ example: 'Version 2 is out.' }),
    format: z
      .enum(TEXT_FORMATS)
      .default('plain')
      .describe('How `text` is written; a channel turns marks into its own.')
      .meta({ example: 'plain' }),
    media: z
      .array(PublicationMedia)
      .max(CONTENT_LIMITS.media)
      .default([])
      .describe('Files. The text is the first one’s caption where it fits, else a message before them.')
      .meta({ example: [] }),
    link_preview: z
      .boolean()
      .default(true)
      .describe('Show a preview of the first link, where the channel can.')
      .meta({ example: true }),
  })
  .meta({
    id: 'PublicationContent',
    description: 'What is published.',
    example: { text: 'Version 2 is out.', format: 'plain', media: [], link_preview: true },
  });
export type PublicationContent = z.output<typeof PublicationContent>;
