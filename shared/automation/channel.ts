import { z } from 'zod';

import { text } from '../text';
import { MEDIA_KINDS, TEXT_FORMATS } from './content';

export const Capabilities = z.strictObject({
  max_text: z.number().int().min(0).nullable().describe('Maximum number of characters in one text; null for no limit.'),
  max_caption: z
    .number()
    .int()
    .min(0)
    .nullable()
    .describe('Maximum number of characters in a caption; null if files have no captions.'),
  max_parts: z.number().int().min(0).describe('Maximum number of messages per publication.'),
  formats: z.array(z.enum(TEXT_FORMATS)).describe('Supported text formats.'),
  media: z
    .array(
      z.strictObject({
        kind: z.enum(MEDIA_KINDS).describe('Kind of file.'),
        max_bytes: z
          .number()
          .int()
          .min(0)
          .nullable()
          .describe('Maximum size of one file in bytes; null if the channel does not fetch the file.'),
        mime_types: z.array(z.string()).describe('Accepted media types; empty for all types.'),
      }),
    )
    .describe('Supported files.'),
  link_previews: z.boolean().describe('True if the channel can show link previews.'),
  receipts: z
    .array(z.enum(['sent', 'delivered', 'read']))
    .describe('Receipts that the channel reports.')
    .meta({ example: ['sent', 'delivered', 'read'] }),
});
export type Capabilities = z.output<typeof Capabilities>;

export const ChannelInfo = z
  .strictObject({
    kind: z.string().describe('Name of the channel in targets and overrides.'),
    object: z.literal('channel').describe('Kind of object.'),
    title: z.string().describe('Display name of the channel.'),
    capabilities: Capabilities.describe('Capabilities of the channel.'),
    target_schema: z.record(z.string(), z.unknown()).describe('JSON Schema of a target.'),
    overrides_schema: z.record(z.string(), z.unknown()).describe('JSON Schema of the channel’s entry in `overrides`.'),
  })
  .meta({
    id: 'Channel',
    example: {
      kind: 'whatsapp',
      object: 'channel',
      title: 'WhatsApp',
      capabilities: {
        max_text: 4096,
        max_caption: 1024,
        max_parts: 10,
        formats: ['plain', 'markdown', 'html'],
        media: [{ kind: 'image', max_bytes: 5_242_880, mime_types: ['image/jpeg', 'image/png'] }],
        link_previews: true,
        receipts: ['sent', 'delivered', 'read'],
      },
      target_schema: { type: 'object' },
      overrides_schema: { type: 'object' },
    },
  });
export type ChannelInfo = z.output<typeof ChannelInfo>;

export const ChannelList = z
  .strictObject({ data: z.array(ChannelInfo).describe('All channels.') })
  .meta({ id: 'Channels' });
export type ChannelList = z.output<typeof ChannelList>;

export const ChannelId = z.strictObject({
  kind: text(40).describe('Kind of the channel.').meta({ example: 'whatsapp' }),
});
export type ChannelId = z.output<typeof ChannelId>;
