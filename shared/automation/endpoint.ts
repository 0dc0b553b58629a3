import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { stored } from '../stored';
import { idOf, text, timestamp } from '../text';
import { CONFIG_DEFAULTS, configFields, ENDPOINT_STATUSES } from './endpoint-config';
import { INBOUND_STATUSES } from './inbound-request';

export * from './endpoint-config';

export const EndpointWarning = z.object({
  code: z.enum(['path_not_in_samples']).describe('Warning code.'),
  path: z.string().describe('Path that the mapping uses.').meta({ example: 'body.image' }),
});
export type EndpointWarning = z.output<typeof EndpointWarning>;

const EndpointStats = z.object({
  accepted_24h: z.number().int().min(0).describe('Number of accepted requests in the last 24 hours.'),
  rejected_24h: z.number().int().min(0).describe('Number of rejected requests in the last 24 hours.'),
  last_request_at: timestamp().nullable().describe('Time of the last request.'),
  last_status: z.enum(INBOUND_STATUSES).nullable().describe('Result of the last request.'),
});
export type EndpointStats = z.output<typeof EndpointStats>;

const StoredConfig = stored(z.object(configFields));

export const endpointName = () => text(100).describe('Name of the endpoint.').meta({ example: 'Releases' });
export const endpointDescription = () =>
  text(500, 0).nullable().describe('Description of the endpoint; null for none.');
export const endpointStatus = () =>
  z
    .enum(ENDPOINT_STATUSES)
    .describe(
      'Status of the endpoint. `collecting_samples`: requests are stored as samples and nothing is published. `paused`: requests are rejected with 409.',
    )
    .meta({ example: 'active' });

const validity = {
  created_at: timestamp().describe('Time of creation.'),
  expires_at: timestamp().nullable().describe('Time of expiry; null for the current one.'),
};

const EXAMPLE_ENDPOINT = {
  id: 'iep_01jd9x3k2mf8v9q4zt7w5b6n0c',
  workspace_id: 'ws_01jd9x3k2mf8v9q4zt7w5b6n0c',
  name: 'Releases',
  description: null,
  status: 'active' as const,
  ...CONFIG_DEFAULTS,
  methods: ['POST' as const],
  preset: 'github' as const,
  auth: { mode: 'signature' as const, scheme: 'github' as const },
  dedupe: { key: '{{ headers["x-github-delivery"] }}', window_seconds: 86_400, content_window_seconds: 0 },
  mapping: { content: { text: '*{{ body.repository.full_name }}* {{ body.head_commit.message }}' } },
  targets: [{ channel: 'whatsapp', to: ['+15550100000'] }],
  allowed_headers: [] as string[],
  url: 'https://switchboard.example.com/api/v1/inbound/iep_01jd9x3k2mf8v9q4zt7w5b6n0c',
  masked_token: null,
  masked_secret: '…Lw8=',
  tokens: [],
  secrets: [{ masked_secret: '…Lw8=', created_at: '2026-11-21T09:30:00.000Z', expires_at: null }],
  stats: {
    accepted_24h: 12,
    rejected_24h: 0,
    last_request_at: '2026-11-21T09:30:00.000Z',
    last_status: 'accepted' as const,
  },
  samples: 3,
  warnings: [],
  created_by: { key_id: 'key_01jd9x3k2mf8v9q4zt7w5b6n0c' },
  created_at: '2026-11-21T09:30:00.000Z',
  updated_at: '2026-11-21T09:30:00.000Z',
  version: 3,
};

export const InboundEndpoint = z
  .object({
    id: idOf(ID_PREFIXES.inboundEndpoint).describe('Id of the endpoint.'),
    workspace_id: idOf(ID_PREFIXES.workspace).describe('Id of the workspace.'),
    name: stored(endpointName()),
    description: stored(endpointDescription()),
    status: endpointStatus(),
    ...StoredConfig.shape,
    url: z.string().describe('URL for senders. With `url_token`, append a slash and the token.'),
    masked_token: z.string().nullable().describe('First characters of the token.'),
    masked_secret: z.string().nullable().describe('Last characters of the secret.'),
    tokens: z
      .array(z.object({ masked_token: z.string().describe('First characters of the token.'), ...validity }))
      .describe('Valid tokens, newest first.'),
    secrets: z
      .array(z.object({ masked_secret: z.string().describe('Last characters of the secret.'), ...validity }))
      .describe('Valid secrets, newest first.'),
    stats: EndpointStats.describe('Usage statistics.'),
    samples: z.number().int().min(0).describe('Number of requests stored as samples.'),
    warnings: z.array(EndpointWarning).describe('Warnings about the configuration.'),
    created_by: z
      .union([
        z.object({
          key_id: z
            .string()
            .describe('Id of the key that created the endpoint.')
            .meta({ example: 'key_01jd9x3k2mf8v9q4zt7w5b6n0c' }),
        }),
        z.object({ user_id: z.string().describe('Id of the user who created the endpoint.') }),
      ])
      .describe('Creator of the endpoint.'),
    created_at: timestamp().describe('Time of creation.'),
    updated_at: timestamp().describe('Time of the last change.'),
    version: z.number().int().min(0).describe('Version number, which is also the ETag. It grows with each change.'),
  })
  .meta({ id: 'InboundEndpoint', example: EXAMPLE_ENDPOINT });
export type InboundEndpoint = z.output<typeof InboundEndpoint>;

const once = 'only in this response; null if there is none, and in an idempotent replay.';

export const InboundEndpointWithSecret = InboundEndpoint.extend({
  token: z.string().nullable().describe(`Token, ${once}`),
  url_with_token: z.string().nullable().describe(`URL with the token, ${once}`),
  secret: z.string().nullable().describe(`Secret, ${once}`),
}).meta({
  id: 'InboundEndpointWithSecret',
  extends: 'InboundEndpoint',
  example: { ...EXAMPLE_ENDPOINT, token: null, url_with_token: null, secret: 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwLw8=' },
});
export type InboundEndpointWithSecret = z.output<typeof InboundEndpointWithSecret>;

export const InboundEndpointVersion = z
  .object({
    version: z.number().int().min(0).describe('Number of the version.'),
    changed: z
      .array(z.string())
      .describe('Names of the changed fields.')
      .meta({ example: ['mapping'] }),
    config: StoredConfig.describe('Configuration of this version.'),
    created_by: InboundEndpoint.shape.created_by.describe('Author of the change.'),
    created_at: timestamp().describe('Time of the change.'),
  })
  .meta({ id: 'InboundEndpointVersion' });
export type InboundEndpointVersion = z.output<typeof InboundEndpointVersion>;
