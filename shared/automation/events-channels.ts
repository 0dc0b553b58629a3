import { z } from 'zod';

import { defineEvent } from '../events/definition';
import { ID_PREFIXES } from '../ids';
import { idOf } from '../text';
import { exampleId, metadata } from '../whatsapp/fields';
import { PublicationContent } from './content';

const Pushed = z.strictObject({
  publication_id: idOf(ID_PREFIXES.publication).describe('The publication.'),
  delivery_id: idOf(ID_PREFIXES.publicationDelivery).describe('Its delivery to this webhook.'),
  title: z.string().nullable().describe('Name of the publication.'),
  content: PublicationContent.nullable().describe('What it says; null where it only carries a payload.'),
  payload: z.unknown().describe('Your own JSON of `overrides.webhook`; null where there is none.'),
  metadata: metadata(),
});

/** What channels send to one webhook, whatever it subscribes to. */
export const CHANNEL_EVENTS = {
  'automation.publication.pushed': defineEvent({
    surface: 'automation',
    tag: 'Publications',
    scope: 'automation.publications:read',
    label: 'Publication pushed',
    summary: 'A publication was addressed to this webhook; no other one gets it.',
    inGlobs: false,
    data: Pushed,
    example: {
      publication_id: exampleId(ID_PREFIXES.publication),
      delivery_id: exampleId(ID_PREFIXES.publicationDelivery),
      title: 'Release',
      content: { text: 'Version 2 is out.', format: 'plain', media: [], link_preview: true },
      payload: { build: 42 },
      metadata: { team: 'support' },
    },
  }),
} as const;
