import { z } from 'zod';

import { text } from '../text';
import { MEDIA_KINDS, TEXT_FORMATS } from './content';

export const HANDOVERS = ['transactional', 'network'] as const;

export const Capabilities = z.strictObject({
  max_text: z.number().int().min(0).nullable().describe('Characters of one text; null for any number.'),
  max_caption: z.number().int().min(0).nullable().describe('Characters below a file; null where a file has no text.'),
  max_parts: z.number().int().min(0).describe('Messages that one publication may become.'),
  formats: z.array(z.enum(TEXT_FORMATS)).describe('Formats of text whose marks it shows.'),
  media: z
    .array(
      z.strictObject({
        kind: z.enum(MEDIA_KINDS).describe('Kind of file.'),
        max_bytes: z
          .number()
          .int()
          .min(0)
          .nullable()
          .describe('Size of one file; null where the channel does not fetch it.'),
        mime_types: z.array(z.string()).describe('Types that are taken; empty for every type.'),
      }),
    )
    .describe('Files that it takes.'),
  link_previews: z.boolean().describe('It can show a preview of a link.'),
  receipts: z
    .array(z.enum(['sent', 'delivered', 'read']))
    .describe('How far a delivery can be followed.')
    .meta({ example: ['sent', 'delivered', 'read'] }),
});
export type Capabilities = z.output<typeof Capabilities>;

export const ChannelInfo = z
  .strictObject({
    kind: z.string().describe('Name of the channel in targets and overrides.'),
    object: z.literal('channel').describe('Kind of object.'),
    title: z.string().describe('Its name for people.'),
    handover: z
      .enum(HANDOVERS)
      .describe('`transactional`: handed over exactly once. `network`: a call that may remain `unconfirmed`.'),
    capabilities: Capabilities.describe('What it can publish.'),
    target_schema: z.record(z.string(), z.unknown()).describe('JSON Schema of a target.'),
    overrides_schema: z.record(z.string(), z.unknown()).describe('JSON Schema of its part of `overrides`.'),
  })
  .meta({
    id: 'Channel',
    example: {
      kind: 'whatsapp',
      object: 'channel',
      title: 'WhatsApp',
      handover: 'transactional',
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
  .strictObject({ data: z.array(ChannelInfo).describe('The channels, in the order in which they are shown.') })
  .meta({ id: 'Channels' });
export type ChannelList = z.output<typeof ChannelList>;

export const ChannelId = z.strictObject({
  kind: text(40).describe('Kind of the channel.').meta({ example: 'whatsapp' }),
});
export type ChannelId = z.output<typeof ChannelId>;
