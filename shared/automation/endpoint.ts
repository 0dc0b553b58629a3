import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { idOf, text, timestamp } from '../text';
import { CONFIG_DEFAULTS, configFields, ENDPOINT_STATUSES } from './endpoint-config';
import { INBOUND_STATUSES } from './inbound-request';

export * from './endpoint-config';

export const EndpointWarning = z.object({
  code: z.enum(['path_not_in_samples']).describe('What to look at.'),
  path: z.string().describe('The path that the mapping reads.').meta({ example: 'body.image' }),
});
export type EndpointWarning = z.output<typeof EndpointWarning>;

const EndpointStats = z.object({
  accepted_24h: z.number().int().min(0).describe('Requests of the last 24 hours that were taken.'),
  rejected_24h: z.number().int().min(0).describe('Requests of the last 24 hours that were refused.'),
  last_request_at: timestamp().nullable().describe('When the last request came.'),
  last_status: z.enum(INBOUND_STATUSES).nullable().describe('What came of it.'),
});
export type EndpointStats = z.output<typeof EndpointStats>;

export const endpointName = () => text(100).describe('Its name in lists.').meta({ example: 'Releases' });
export const endpointDescription = () => text(500, 0).nullable().describe('A longer note; null for none.');
export const endpointStatus = () =>
  z
    .enum(ENDPOINT_STATUSES)
    .describe('`capture`: keeps samples and publishes nothing. `paused`: refuses with 409.')
    .meta({ example: 'active' });

const credential = (what: string) =>
  z.object({
    hint: z.string().describe(`Characters of the ${what}.`),
    created_at: timestamp().describe('Time of creation.'),
    expires_at: timestamp().nullable().describe('When it ends; null for the current one.'),
  });

export const EXAMPLE_ENDPOINT = {
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
  header_allow: [] as string[],
  url: 'https://switchboard.example.com/api/v1/inbound/iep_01jd9x3k2mf8v9q4zt7w5b6n0c',
  token_hint: null,
  secret_hint: '…Lw8=',
  tokens: [],
  secrets: [{ hint: '…Lw8=', created_at: '2026-11-21T09:30:00.000Z', expires_at: null }],
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
    workspace_id: idOf(ID_PREFIXES.workspace).describe('The workspace it belongs to.'),
    name: endpointName(),
    description: endpointDescription(),
    status: endpointStatus(),
    ...configFields,
    url: z.string().describe('Where senders send to; with `url_token` the token follows after a slash.'),
    token_hint: z.string().nullable().describe('The first characters of the token.'),
    secret_hint: z.string().nullable().describe('The last characters of the secret.'),
    tokens: z.array(credential('token')).describe('The tokens that open it, newest first.'),
    secrets: z.array(credential('secret')).describe('The secrets that are accepted, newest first.'),
    stats: EndpointStats.describe('How it is used.'),
    samples: z.number().int().min(0).describe('Requests that are kept as samples.'),
    warnings: z.array(EndpointWarning).describe('What to look at.'),
    created_by: z
      .union([
        z.object({
          key_id: z.string().describe('The key that made it.').meta({ example: 'key_01jd9x3k2mf8v9q4zt7w5b6n0c' }),
        }),
        z.object({ user_id: z.string().describe('The person who made it.') }),
      ])
      .describe('Who made it.'),
    created_at: timestamp().describe('Time of creation.'),
    updated_at: timestamp().describe('Time of the last change.'),
    version: z.number().int().min(0).describe('Version number, which is also the ETag. It grows with each change.'),
  })
  .meta({ id: 'InboundEndpoint', example: EXAMPLE_ENDPOINT });
export type InboundEndpoint = z.output<typeof InboundEndpoint>;

const once = 'in this answer only; null where there is none, and in an idempotent replay.';

export const InboundEndpointWithSecret = InboundEndpoint.extend({
  token: z.string().nullable().describe(`The token, ${once}`),
  url_with_token: z.string().nullable().describe(`The address with the token, ${once}`),
  secret: z.string().nullable().describe(`The secret, ${once}`),
}).meta({
  id: 'InboundEndpointWithSecret',
  example: { ...EXAMPLE_ENDPOINT, token: null, url_with_token: null, secret: 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwLw8=' },
});
export type InboundEndpointWithSecret = z.output<typeof InboundEndpointWithSecret>;

export const InboundEndpointVersion = z
  .object({
    version: z.number().int().min(0).describe('Number of the version.'),
    changed: z
      .array(z.string())
      .describe('Names of the fields that changed.')
      .meta({ example: ['mapping'] }),
    config: z.object(configFields).describe('The configuration.'),
    created_by: InboundEndpoint.shape.created_by.describe('Who changed it.'),
    created_at: timestamp().describe('When.'),
  })
  .meta({ id: 'InboundEndpointVersion' });
export type InboundEndpointVersion = z.output<typeof InboundEndpointVersion>;
