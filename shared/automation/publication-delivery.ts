import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { pageOf } from '../page';
import { boundedText, idOf, timestamp } from '../text';
import { exampleId } from '../whatsapp/fields';
import { PUBLICATION_DELIVERY_STATUSES, SKIP_REASONS, WAITING_REASONS } from './publication-states';

const time = (what: string) => timestamp().nullable().describe(what);

export const PublicationError = z.strictObject({
  code: boundedText(64).describe('Error code.'),
  message: z.string().describe('Description of the error.'),
  provider: z.record(z.string(), z.unknown()).nullable().describe('Error of the provider; null if it returned none.'),
  retryable: z.boolean().describe('True if the same delivery can succeed later without changes.'),
});
export type PublicationError = z.output<typeof PublicationError>;

export const DeliveryPart = z.strictObject({
  type: boundedText(32).describe('Type of the message, such as `text` or `image`.'),
  status: z.enum(PUBLICATION_DELIVERY_STATUSES).describe('Status of the message.'),
  reference: boundedText(64).nullable().describe('Id of the message or event that was sent; null before.'),
  error: PublicationError.nullable().describe('Error of a failed delivery.'),
});
export type DeliveryPart = z.output<typeof DeliveryPart>;

const EXAMPLE = {
  id: exampleId(ID_PREFIXES.publicationDelivery),
  object: 'publication_delivery' as const,
  publication_id: exampleId(ID_PREFIXES.publication),
  channel: 'whatsapp',
  instance_id: exampleId(ID_PREFIXES.instance),
  to: '+15550100000',
  label: 'Sheena Nelson',
  status: 'delivered' as const,
  wait_reason: null,
  skip_reason: null,
  attempts: 1,
  next_attempt_at: null,
  parts: [{ type: 'text', status: 'delivered' as const, reference: exampleId(ID_PREFIXES.message), error: null }],
  error: null,
  sent_at: '2026-11-21T09:30:01.000Z',
  delivered_at: '2026-11-21T09:30:02.000Z',
  read_at: null,
  created_at: '2026-11-21T09:30:00.000Z',
  updated_at: '2026-11-21T09:30:02.000Z',
};

export const PublicationDelivery = z
  .strictObject({
    id: idOf(ID_PREFIXES.publicationDelivery).describe('Id of the delivery.'),
    object: z.literal('publication_delivery').describe('Kind of object.'),
    publication_id: idOf(ID_PREFIXES.publication).describe('Id of the publication.'),
    channel: boundedText(32).describe('Kind of the channel.').meta({ example: 'whatsapp' }),
    instance_id: idOf(ID_PREFIXES.instance)
      .nullable()
      .describe('Id of the WhatsApp instance that sends; null on other channels.'),
    to: boundedText(256).describe('Recipient, in the same form as in targets.'),
    label: z.string().nullable().describe('Name of the recipient; null if unknown.'),
    status: z
      .enum(PUBLICATION_DELIVERY_STATUSES)
      .describe(
        'Status of the delivery: the lowest status of its messages. `unconfirmed`: it is unknown whether the delivery arrived.',
      ),
    wait_reason: z.enum(WAITING_REASONS).nullable().describe('Reason if the delivery waits.'),
    skip_reason: z.enum(SKIP_REASONS).nullable().describe('Reason if the delivery was skipped.'),
    attempts: z.number().int().min(0).describe('Number of attempts.'),
    next_attempt_at: time('Time of the next attempt.'),
    parts: z.array(DeliveryPart).max(20).describe('Messages of the delivery, in order.'),
    error: PublicationError.nullable().describe('Error of a failed delivery.'),
    sent_at: time('Time of sending.'),
    delivered_at: time('Time of delivery.'),
    read_at: time('Time of reading.'),
    created_at: timestamp().describe('Time of creation.'),
    updated_at: timestamp().describe('Time of the last change.'),
  })
  .meta({ id: 'PublicationDelivery', example: EXAMPLE });
export type PublicationDelivery = z.output<typeof PublicationDelivery>;
export const EXAMPLE_DELIVERY: PublicationDelivery = EXAMPLE;
export const PublicationDeliveryPage = pageOf(PublicationDelivery);
