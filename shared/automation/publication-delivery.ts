import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { pageOf } from '../page';
import { idOf, timestamp } from '../text';
import { exampleId } from '../whatsapp/fields';
import { PUBLICATION_DELIVERY_STATUSES, SKIP_REASONS, WAITING_REASONS } from './publication-states';

const time = (what: string) => timestamp().nullable().describe(what);

export const PublicationError = z.strictObject({
  code: z.string().describe('Why, in one word.'),
  message: z.string().describe('Why, in a sentence.'),
  provider: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('What the provider itself said; null where it said nothing.'),
  retryable: z.boolean().describe('The same may work later without any change.'),
});
export type PublicationError = z.output<typeof PublicationError>;

/** One message of a delivery: the text, or a file. */
export const DeliveryPart = z.strictObject({
  type: z.string().describe('What it is, such as `text` or `image`.'),
  status: z.enum(PUBLICATION_DELIVERY_STATUSES).describe('How far it is.'),
  reference: z.string().nullable().describe('Id of the message, or of the event, that carries it; null before.'),
  error: PublicationError.nullable().describe('Why it failed.'),
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
  waiting_reason: null,
  skip_reason: null,
  attempts: 1,
  max_attempts: 5,
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
    publication_id: idOf(ID_PREFIXES.publication).describe('Its publication.'),
    channel: z.string().describe('Kind of the channel.').meta({ example: 'whatsapp' }),
    instance_id: idOf(ID_PREFIXES.instance).nullable().describe('The WhatsApp instance that it goes through.'),
    to: z.string().describe('The recipient, in the form that targets take.'),
    label: z.string().nullable().describe('Name of the recipient, where one is known.'),
    status: z
      .enum(PUBLICATION_DELIVERY_STATUSES)
      .describe('How far it is: the lowest of its parts. `unconfirmed`: nobody can tell whether it arrived.'),
    waiting_reason: z.enum(WAITING_REASONS).nullable().describe('Why it waits.'),
    skip_reason: z.enum(SKIP_REASONS).nullable().describe('Why it was skipped.'),
    attempts: z.number().int().min(0).describe('How often it was tried.'),
    max_attempts: z.number().int().min(0).describe('How often it is tried by itself.'),
    next_attempt_at: time('When it is tried next.'),
    parts: z.array(DeliveryPart).max(20).describe('Its messages, in their order.'),
    error: PublicationError.nullable().describe('Why it failed.'),
    sent_at: time('When it was sent.'),
    delivered_at: time('When it was delivered.'),
    read_at: time('When it was read.'),
    created_at: timestamp().describe('Time of creation.'),
    updated_at: timestamp().describe('Time of the last change.'),
  })
  .meta({ id: 'PublicationDelivery', example: EXAMPLE });
export type PublicationDelivery = z.output<typeof PublicationDelivery>;
export const EXAMPLE_DELIVERY: PublicationDelivery = EXAMPLE;
export const PublicationDeliveryPage = pageOf(PublicationDelivery);
