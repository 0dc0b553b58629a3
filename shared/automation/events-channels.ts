import { z } from 'zod';

import { defineEvent } from '../events/definition';
import { ID_PREFIXES } from '../ids';
import { idOf } from '../text';
import { exampleId, metadata } from '../whatsapp/fields';
import { Publication } from './publication';

const Pushed = z
  .strictObject({
    publication_id: idOf(ID_PREFIXES.publication).describe('Id of the publication.'),
    delivery_id: idOf(ID_PREFIXES.publicationDelivery).describe('Id of the delivery to this webhook.'),
    title: z.string().nullable().describe('Name of the publication.'),
    content: Publication.shape.content
      .nullable()
      .describe('Content of the publication; null if it has only a payload.'),
    payload: z.unknown().describe('Payload from `overrides.webhook`; null if there is none.'),
    metadata: metadata(),
  })
  .meta({
    id: 'PushedPublication',
    example: {
      publication_id: exampleId(ID_PREFIXES.publication),
      delivery_id: exampleId(ID_PREFIXES.publicationDelivery),
      title: 'Release',
      content: { text: 'Version 2 is out.', format: 'plain', media: [], link_preview: true },
      payload: { build: 42 },
      metadata: { team: 'support' },
    },
  });

/** Sent to a single webhook, regardless of its subscriptions. */
export const CHANNEL_EVENTS = {
  'automation.publication.pushed': defineEvent({
    surface: 'automation',
    tag: 'Publications',
    scope: 'automation.publications:read',
    label: 'Publication pushed',
    summary: 'A publication was sent to this webhook. Other webhooks do not get the event.',
    matchedByPatterns: false,
    data: Pushed,
  }),
} as const;
