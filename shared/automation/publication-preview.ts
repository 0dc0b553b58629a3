import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { idOf, timestamp } from '../text';
import { exampleId } from '../whatsapp/fields';
import { PUBLICATION_LIMITS } from './publication-inputs';
import { SKIP_REASONS } from './publication-states';

export const PreviewIssue = z.strictObject({
  pointer: z.string().describe('JSON Pointer to what is wrong.'),
  code: z.string().describe('What is wrong, in one word.'),
  message: z.string().describe('What is wrong, in a sentence.'),
});
export type PreviewIssue = z.output<typeof PreviewIssue>;

export const PreviewPart = z.strictObject({
  type: z.string().describe('What it is, such as `text` or `image`.'),
  content: z.record(z.string(), z.unknown()).describe('As the channel will get it.'),
});
export type PreviewPart = z.output<typeof PreviewPart>;

export const PreviewDelivery = z.strictObject({
  channel: z.string().describe('Kind of the channel.'),
  instance_id: idOf(ID_PREFIXES.instance).nullable().describe('The WhatsApp instance that it goes through.'),
  to: z.string().describe('The recipient.'),
  label: z.string().nullable().describe('Name of the recipient, where one is known.'),
  skip_reason: z.enum(SKIP_REASONS).nullable().describe('Why it would be skipped.'),
  parts: z.array(PreviewPart).describe('Its messages, in their order.'),
  warnings: z.array(z.string()).describe('What may keep it from arriving.'),
});
export type PreviewDelivery = z.output<typeof PreviewDelivery>;

export const PublicationPreview = z
  .strictObject({
    valid: z.boolean().describe('It can be made so.'),
    issues: z.array(PreviewIssue).describe('Why not, all at once.'),
    due_at: timestamp().nullable().describe('When it would be sent, without its jitter; null for a draft.'),
    deliveries: z
      .array(PreviewDelivery)
      .max(PUBLICATION_LIMITS.previewed)
      .describe('What recipients would get; the first of them.'),
    total: z.number().int().min(0).describe('How many recipients there are.'),
    links: z
      .array(z.strictObject({ url: z.string().describe('Where it leads.') }))
      .describe('Addresses that would become short links; in the parts their slug is a row of `x`.'),
  })
  .meta({
    id: 'PublicationPreview',
    example: {
      valid: true,
      issues: [],
      due_at: '2026-11-21T09:30:00.000Z',
      deliveries: [
        {
          channel: 'whatsapp',
          instance_id: exampleId(ID_PREFIXES.instance),
          to: '+15550100000',
          label: null,
          skip_reason: null,
          parts: [{ type: 'text', content: { type: 'text', text: 'Version 2 is out.' } }],
          warnings: [],
        },
      ],
      total: 1,
      links: [],
    },
  });
export type PublicationPreview = z.output<typeof PublicationPreview>;
