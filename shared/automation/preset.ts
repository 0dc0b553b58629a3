import { z } from 'zod';

import { EndpointAuth } from './endpoint-auth';
import { anyJson } from './json';

export const ENDPOINT_PRESETS = [
  'github',
  'gitlab',
  'stripe',
  'shopify',
  'woocommerce',
  'standard_webhooks',
  'generic_hmac',
  'n8n',
  'zapier',
  'make',
  'custom',
] as const;
export type EndpointPreset = (typeof ENDPOINT_PRESETS)[number];

/** What an endpoint for one kind of sender starts with. */
export const InboundPreset = z
  .object({
    preset: z.enum(ENDPOINT_PRESETS).describe('Its name, for `preset` of an endpoint.').meta({ example: 'github' }),
    label: z.string().describe('Its name for people.'),
    auth: EndpointAuth.describe('How the sender proves itself, unless the endpoint says otherwise.'),
    headers: z.array(z.string()).describe('Headers of the sender that mappings see.'),
    dedupe_key: z.string().nullable().describe('Template of the key by which a repeat is recognised.'),
    type_from: z.string().nullable().describe('What becomes `type` in mappings.'),
    secret_from: z.enum(['here', 'sender']).describe('Who makes the secret: we, or the sender’s own console.'),
    sample_headers: z.record(z.string(), z.string()).describe('Headers of an example.'),
    sample_body: anyJson().describe('Body of an example.'),
    mapping: anyJson().describe('A mapping to start from.'),
  })
  .meta({
    id: 'InboundPreset',
    example: {
      preset: 'custom',
      label: 'Custom',
      auth: { mode: 'url_token' },
      headers: [],
      dedupe_key: null,
      type_from: null,
      secret_from: 'here',
      sample_headers: {},
      sample_body: { message: 'Version 2 is out.' },
      mapping: { content: { text: '{{ body.message }}' } },
    },
  });
export type InboundPreset = z.output<typeof InboundPreset>;

export const InboundPresets = z
  .object({ data: z.array(InboundPreset).describe('Every preset.') })
  .meta({ id: 'InboundPresets' });
export type InboundPresets = z.output<typeof InboundPresets>;
