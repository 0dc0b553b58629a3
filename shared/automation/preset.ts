import { z } from 'zod';

import { stored } from '../stored';
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

export const InboundPreset = z
  .object({
    preset: z
      .enum(ENDPOINT_PRESETS)
      .describe('Name of the preset, for `preset` of an endpoint.')
      .meta({ example: 'github' }),
    label: z.string().describe('Display name of the preset.'),
    auth: stored(EndpointAuth).describe('Authentication of the sender, unless the endpoint sets another.'),
    headers: z.array(z.string()).describe('Headers of the sender that mappings can use.'),
    dedupe_key: z.string().nullable().describe('Template of the deduplication key.'),
    type_source: z.string().nullable().describe('Source of `type` in mappings.'),
    secret_source: z
      .enum(['switchboard', 'sender'])
      .describe(
        'Origin of the secret: `switchboard` if Switchboard generates it, `sender` if the sender’s own system does.',
      ),
    sample_headers: z.record(z.string(), z.string()).describe('Headers of an example request.'),
    sample_body: anyJson().describe('Body of an example request.'),
    mapping: anyJson().describe('Suggested mapping.'),
  })
  .meta({
    id: 'InboundPreset',
    example: {
      preset: 'custom',
      label: 'Custom',
      auth: { mode: 'url_token' },
      headers: [],
      dedupe_key: null,
      type_source: null,
      secret_source: 'switchboard',
      sample_headers: {},
      sample_body: { message: 'Version 2 is out.' },
      mapping: { content: { text: '{{ body.message }}' } },
    },
  });
export type InboundPreset = z.output<typeof InboundPreset>;

export const InboundPresets = z
  .object({ data: z.array(InboundPreset).describe('All presets.') })
  .meta({ id: 'InboundPresets' });
export type InboundPresets = z.output<typeof InboundPresets>;
