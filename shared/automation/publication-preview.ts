import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { idOf, timestamp } from '../text';
import { exampleId } from '../whatsapp/fields';
import { PUBLICATION_LIMITS } from './publication-inputs';
import { SKIP_REASONS } from './publication-states';

export const PreviewIssue = z.strictObject({
  pointer: z.string().describe('JSON Pointer to the invalid value.'),
  code: z.string().describe('Issue code.'),
  message: z.string().describe('Description of the issue.'),
});
export type PreviewIssue = z.output<typeof PreviewIssue>;

const PreviewPart = z.strictObject({
  type: z.string().describe('Type of the message, such as `text` or `image`.'),
  content: z.record(z.string(), z.unknown()).describe('Content in the format of the channel.'),
});
type PreviewPart = z.output<typeof PreviewPart>;

export const PreviewDelivery = z.strictObject({
  channel: z.string().describe('Kind of the channel.'),
  instance_id: idOf(ID_PREFIXES.instance)
    .nullable()
    .describe('Id of the WhatsApp instance that sends; null on other channels.'),
  to: z.string().describe('Recipient of the delivery.'),
  label: z.string().nullable().describe('Name of the recipient; null if unknown.'),
  skip_reason: z.enum(SKIP_REASONS).nullable().describe('Reason if the delivery would be skipped.'),
  parts: z.array(PreviewPart).describe('Messages of the delivery, in order.'),
  warnings: z.array(z.string()).describe('Warnings: problems that can prevent the delivery.'),
});
export type PreviewDelivery = z.output<typeof PreviewDelivery>;

export const PublicationPreview = z
  .strictObject({
    valid: z.boolean().describe('True if the publication is valid.'),
    issues: z.array(PreviewIssue).describe('All issues of the publication.'),
    due_at: timestamp().nullable().describe('Time of sending, without jitter; null for a draft.'),
    deliveries: z
      .array(PreviewDelivery)
      .max(PUBLICATION_LIMITS.previewed)
      .describe('Previews of the first deliveries.'),
    total: z.number().int().min(0).describe('Number of recipients.'),
    links: z
      .array(z.strictObject({ url: z.string().describe('Destination URL.') }))
      .describe('URLs that would become short links. In the preview, the slugs are shown as `x` characters.'),
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
