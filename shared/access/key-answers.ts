import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { boundedText, idOf, timestamp } from '../text';
import { EffectiveResources, KEY_KIND_NAMES, KEY_LIMITS, KEY_STATUSES } from './keys';
import { ALL_SCOPES } from './scopes';

const KeySecret = z
  .object({
    masked_secret: boundedText(32).describe('First four and last three characters of the secret.'),
    created_at: timestamp().describe('Time when the secret was created.'),
    expires_at: timestamp().nullable().describe('Time when a replaced secret expires; null for the current one.'),
    last_used_at: timestamp().nullable().describe('Time of the last request, accurate to a few seconds.'),
    last_used_ip: boundedText(45).nullable().describe('IP address of the last request.'),
  })
  .meta({ id: 'KeySecret' });

export const ApiKey = z
  .object({
    id: idOf(ID_PREFIXES.key).describe('Id of the key. It is not the secret.'),
    workspace_id: idOf(ID_PREFIXES.workspace).describe('Id of the workspace.'),
    kind: z.enum(KEY_KIND_NAMES).describe('Kind of the key. It limits the possible scopes.'),
    masked_secret: boundedText(32).describe('First and last characters of the current secret.'),
    name: boundedText(KEY_LIMITS.name).describe('Name of the key.').meta({ minLength: 1 }),
    description: boundedText(KEY_LIMITS.description).nullable().describe('Description of the key.'),
    metadata: z
      .record(z.string(), boundedText(200))
      .describe('Your own key-value pairs.')
      .meta({ maxProperties: KEY_LIMITS.pairs }),
    scopes: z.array(z.enum(ALL_SCOPES)).describe('Scopes of the key.').meta({ maxItems: ALL_SCOPES.length }),
    full_access: z.boolean().describe('Whether the key has every scope, including future ones.'),
    resources: EffectiveResources,
    allowed_cidrs: z
      .array(boundedText(43))
      .describe('Networks that can use the key; empty for any network.')
      .meta({ maxItems: KEY_LIMITS.networks }),
    allowed_origins: z
      .array(boundedText(270))
      .describe('Browser origins that can use the key; empty for any origin.')
      .meta({ maxItems: KEY_LIMITS.origins }),
    browser_use: z.boolean().describe('Whether browsers on other origins can use the key.'),
    rate_limit: z
      .object({
        requests: z.number().int().min(0).describe('Requests per window.').meta({ maximum: KEY_LIMITS.requests }),
        window_seconds: z
          .number()
          .int()
          .min(0)
          .describe('Length of the window in seconds.')
          .meta({ maximum: KEY_LIMITS.windowSeconds }),
      })
      .nullable()
      .describe('Quota of the key; null for the default.'),
    expires_at: timestamp().nullable().describe('Time when the key expires; null for never.'),
    status: z.enum(KEY_STATUSES).describe('Status of the key.'),
    secrets: z.array(KeySecret).describe('Current secret and, during an overlap, the previous one.'),
    created_by: z
      .object({
        type: z.enum(['user', 'key', 'system']).describe('Type of the creator.'),
        id: boundedText(64).describe('Id of the creator.'),
        name: z.string().describe('Name of the creator.'),
      })
      .describe('Creator of the key.'),
    last_used_at: timestamp().nullable().describe('Time of the last request, accurate to a few seconds.'),
    last_used_ip: boundedText(45).nullable().describe('IP address of the last request.'),
    last_used_user_agent: z.string().nullable().describe('User agent of the last request.'),
    created_at: timestamp().describe('Time when the key was created.'),
    updated_at: timestamp().describe('Time of the last change.'),
    revoked_at: timestamp().nullable().describe('Time when the key was revoked.'),
    revoked_by: z.string().nullable().describe('Who revoked the key.'),
    revoked_reason: z
      .enum(['manual', 'leaked', 'member_removed', 'role_lowered', 'workspace_deleted'])
      .nullable()
      .describe('Reason of the revocation.'),
    version: z.number().int().min(0).describe('Version of the key, increased with each change. It is the ETag.'),
  })
  .meta({
    id: 'ApiKey',
    example: {
      id: 'key_01jd9x3k2mf8v9q4zt7w5b6n0c',
      workspace_id: 'ws_01jd9x3k2mf8v9q4zt7w5b6n0c',
      kind: 'ak',
      masked_secret: 'sb_ak_hXV0…HQZ',
      name: 'Billing service',
      description: null,
      metadata: { team: 'growth' },
      scopes: ['models:read', 'usage:read'],
      full_access: false,
      resources: {},
      allowed_cidrs: [],
      allowed_origins: [],
      browser_use: false,
      rate_limit: null,
      expires_at: '2027-02-19T09:30:00.000Z',
      status: 'active',
      secrets: [
        {
          masked_secret: 'sb_ak_hXV0…HQZ',
          created_at: '2026-11-21T09:30:00.000Z',
          expires_at: null,
          last_used_at: null,
          last_used_ip: null,
        },
      ],
      created_by: { type: 'user', id: 'usr_01jd9x3k2mf8v9q4zt7w5b6n0c', name: 'Ada' },
      last_used_at: null,
      last_used_ip: null,
      last_used_user_agent: null,
      created_at: '2026-11-21T09:30:00.000Z',
      updated_at: '2026-11-21T09:30:00.000Z',
      revoked_at: null,
      revoked_by: null,
      revoked_reason: null,
      version: 1,
    },
  });
export type ApiKey = z.output<typeof ApiKey>;

export const ApiKeyWithSecret = ApiKey.extend({
  secret: z
    .string()
    .nullable()
    .describe(
      'The secret key. Only this response contains it; an idempotent replay returns null. Rotate the key to get a new secret.',
    ),
}).meta({
  id: 'ApiKeyWithSecret',
  extends: 'ApiKey',
  example: { ...(ApiKey.meta()?.['example'] as object), secret: 'sb_ak_hXV0tJoscAJY4O9KJCGWoGjJEZjwvPJV1kVHQZ' },
});
export type ApiKeyWithSecret = z.output<typeof ApiKeyWithSecret>;
