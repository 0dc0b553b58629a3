import { z } from 'zod';

import { ID_PREFIXES, idPattern } from '../../ids';
import { idOf } from '../../text';
import { exampleId } from '../../whatsapp/fields';
import { jsonValue } from '../json';
import type { ChannelSchemas } from './channel';

const MAX_ENDPOINTS = 100;
const MAX_PAYLOAD = 64 * 1024;
const kind = 'webhook';
const WEBHOOK = exampleId(ID_PREFIXES.webhook);

export const WebhookTarget = z
  .strictObject({
    channel: z.literal(kind).describe('The channel for webhooks of the workspace.'),
    to: z
      .array(idOf(ID_PREFIXES.webhook))
      .min(1)
      .max(MAX_ENDPOINTS)
      .describe('Ids of the webhooks. Their event subscriptions do not matter.')
      .meta({ example: [WEBHOOK] }),
  })
  .meta({ example: { channel: kind, to: [WEBHOOK] } });
export type WebhookTarget = z.output<typeof WebhookTarget>;

export const WebhookOverrides = z
  .strictObject({
    payload: jsonValue(MAX_PAYLOAD)
      .optional()
      .describe('JSON of your own, which the event includes next to the content.')
      .meta({ example: { build: 42 } }),
  })
  .meta({ example: { payload: { build: 42 } } });
export type WebhookOverrides = z.output<typeof WebhookOverrides>;

export const webhookSchemas: ChannelSchemas<typeof kind, 'webhook'> = {
  kind,
  title: 'Webhook',
  target: WebhookTarget,
  overrides: WebhookOverrides,
  destination: {
    kinds: ['webhook'],
    pattern: idPattern(ID_PREFIXES.webhook).slice(1, -1),
    example: WEBHOOK,
    target: (rest) => ({ to: [rest] }),
  },
};
