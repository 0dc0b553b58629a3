import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { LIMITS } from '../limits';
import { Cidr, Origin } from '../networks';
import { pageQuery } from '../page';
import { idOf, smallRecord, text, timeInput, timestamp } from '../text';
import { ALL_SCOPES, KEY_KINDS, SCOPES_OF_KIND, type KeyKind, type Scope } from './scopes';

const KINDS = Object.keys(KEY_KINDS) as [KeyKind, ...KeyKind[]];
const FIVE_YEARS_DAYS = 1826;
export const MAX_KEY_LIFE_MS = FIVE_YEARS_DAYS * 86_400_000;
export const MIN_KEY_LIFE_MS = 60_000;

const idList = (prefix: string) => z.array(idOf(prefix)).min(1).max(100);

export const KeyResources = z
  .strictObject({
    whatsapp_instances: idList('wai').optional().describe('Only these WhatsApp instances.'),
    link_domains: idList('dom').optional().describe('Only these link domains.'),
    inbound_endpoints: idList('iep').optional().describe('Only these inbound endpoints.'),
  })
  .describe('Narrows every scope to the named objects; a kind that is not named is not narrowed.');
export type KeyResources = z.output<typeof KeyResources>;

export const RateLimit = z
  .strictObject({
    requests: z.number().int().min(1).max(100_000).describe('Requests per window.'),
    window_seconds: z.number().int().min(1).max(3600).describe('Length of the window in seconds.'),
  })
  .meta({ example: { requests: 600, window_seconds: 60 } });
export type RateLimit = z.output<typeof RateLimit>;

/** The quota of a key that has none of its own. */
export const DEFAULT_RATE_LIMIT: RateLimit = {
  requests: LIMITS.keyRate.requests,
  window_seconds: LIMITS.keyRate.windowSeconds,
};

const Metadata = smallRecord(text(40), text(200, 0), { most: 20 }).meta({ example: { team: 'growth' } });

const scopesOf = (kind: KeyKind) =>
  z
    .array(z.enum(SCOPES_OF_KIND[kind] as [Scope, ...Scope[]]))
    .min(1)
    .max(ALL_SCOPES.length);

const common = {
  name: text(80).describe('What the key is for.').meta({ example: 'Billing service' }),
  description: text(500, 0).nullable().optional().describe('A longer note; null for none.'),
  metadata: Metadata.optional().describe('Your own pairs, returned as they are.'),
  resources: KeyResources.optional(),
  allowed_cidrs: z.array(Cidr).max(50).optional().describe('Networks the key may be used from; empty for any.'),
  rate_limit: RateLimit.nullable()
    .optional()
    .describe(
      'Quota of the key; null for the default of 600 requests a minute. No larger than that of the key that sets it. A new key whose maker has less than the default gets the quota of its maker.',
    ),
  expires_at: timeInput('2027-03-01T00:00:00Z')
    .nullable()
    .optional()
    .describe(
      'When the key stops working: 1 minute to 5 years ahead; null for never. No later than the key that sets it expires. A new key without it expires when its maker does.',
    ),
};
const allowedOrigins = z.array(Origin).max(50);
const secretKey = {
  ...common,
  allowed_origins: allowedOrigins.optional().describe('Origins of browsers that may use the key; empty for any.'),
  browser_use: z.boolean().optional().describe('Accept the key from a browser on a foreign origin.'),
};

const ofKind = <K extends Exclude<KeyKind, 'ak' | 'pk'>>(kind: K) =>
  z.strictObject({
    kind: z.literal(kind).describe(`${KEY_KINDS[kind]} key.`),
    ...secretKey,
    scopes: scopesOf(kind).describe('What the key may do.'),
  });

export const CreateKey = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('ak').describe('Workspace key: any scope.'),
    ...secretKey,
    scopes: scopesOf('ak').optional().describe('What the key may do; required unless `full_access`.'),
    full_access: z.boolean().optional().describe('Every scope, future ones too.'),
  }),
  ofKind('wa'),
  ofKind('lk'),
  ofKind('au'),
  z.strictObject({
    kind: z.literal('pk').describe('Publishable key, for browsers: it is not secret.'),
    ...common,
    allowed_origins: allowedOrigins.min(1).describe('Origins that may use the key.'),
    scopes: scopesOf('pk').describe('What the key may do.'),
  }),
]);
export type CreateKey = z.output<typeof CreateKey>;

export const KeyId = z.strictObject({ key_id: idOf(ID_PREFIXES.key).describe('Id of the key.') });

export const UpdateKey = KeyId.extend({
  ...common,
  name: common.name.optional(),
  metadata: Metadata.nullable().optional().describe('Your own pairs, all of them anew; null for none.'),
  scopes: scopesOf('ak').optional().describe('What the key may do, within its kind.'),
  full_access: z.boolean().optional().describe('Every scope, future ones too; workspace keys only.'),
  resources: KeyResources.nullable().optional().describe('Narrows the key; null to lift it.'),
  allowed_origins: allowedOrigins.optional().describe('Origins of browsers that may use the key.'),
  browser_use: z.boolean().optional().describe('Accept the key from a browser on a foreign origin.'),
});
export type UpdateKey = z.output<typeof UpdateKey>;

export const RevokeKey = KeyId.extend({
  disable_webhooks: z
    .boolean()
    .default(false)
    .describe('Disable the webhooks that were made with the key, too; that needs `webhooks:write`.')
    .meta({ example: false }),
});
export type RevokeKey = z.output<typeof RevokeKey>;

export const RotateKey = KeyId.extend({
  overlap_seconds: z
    .number()
    .int()
    .min(0)
    .max(604_800)
    .default(86_400)
    .describe('How long the old secret keeps working, in seconds.')
    .meta({ example: 86_400 }),
  expires_at: timeInput('2027-03-01T00:00:00Z')
    .nullable()
    .optional()
    .describe('A new expiry; an expired key needs one.'),
});
export type RotateKey = z.output<typeof RotateKey>;

const KEY_STATUSES = ['active', 'expired', 'revoked'] as const;

export const ListKeys = z.strictObject({
  ...pageQuery,
  status: z
    .array(z.enum(KEY_STATUSES))
    .min(1)
    .max(3)
    .optional()
    .describe('Only keys of these states.')
    .meta({ example: ['active'] }),
  kind: z
    .array(z.enum(KINDS))
    .min(1)
    .max(5)
    .optional()
    .describe('Only keys of these kinds.')
    .meta({ example: ['ak'] }),
  q: text(80).optional().describe('Part of the name.').meta({ example: 'billing' }),
  created_after: timeInput('2026-11-01T00:00:00Z').optional().describe('Only keys made after this time.'),
  sort: z
    .enum(['created_at', '-created_at'])
    .default('-created_at')
    .describe('Order; `-` is newest first.')
    .meta({ example: '-created_at' }),
});
export type ListKeys = z.output<typeof ListKeys>;

/** The narrowing of a key as it is told. */
export const HeldResources = z
  .object({
    whatsapp_instances: z.array(z.string()).optional().describe('Only these WhatsApp instances.'),
    link_domains: z.array(z.string()).optional().describe('Only these link domains.'),
    inbound_endpoints: z.array(z.string()).optional().describe('Only these inbound endpoints.'),
  })
  .describe('The objects it is narrowed to; empty for none.');

const KeySecret = z
  .object({
    hint: z.string().describe('First four and last three characters.'),
    created_at: timestamp().describe('When it was made.'),
    expires_at: timestamp().nullable().describe('When it stops working, of a replaced one; else null.'),
    last_used_at: timestamp().nullable().describe('Last request, to within seconds.'),
    last_used_ip: z.string().nullable().describe('Address of the last request.'),
  })
  .meta({ id: 'KeySecret' });

export const ApiKey = z
  .object({
    id: idOf(ID_PREFIXES.key).describe('Id of the key; it is not the secret.'),
    workspace_id: idOf(ID_PREFIXES.workspace).describe('The workspace the key belongs to.'),
    kind: z.enum(KINDS).describe('What scopes it may hold.'),
    hint: z.string().describe('How the current secret begins and ends.'),
    name: z.string().describe('What the key is for.'),
    description: z.string().nullable().describe('A longer note.'),
    metadata: z.record(z.string(), z.string()).describe('Your own pairs.'),
    scopes: z.array(z.enum(ALL_SCOPES)).describe('What the key may do.'),
    full_access: z.boolean().describe('Every scope, future ones too.'),
    resources: HeldResources,
    allowed_cidrs: z.array(z.string()).describe('Networks it may be used from; empty for any.'),
    allowed_origins: z.array(z.string()).describe('Origins of browsers that may use it.'),
    browser_use: z.boolean().describe('Accepted from a browser on a foreign origin.'),
    rate_limit: z
      .object({
        requests: z.number().int().min(0).describe('Requests per window.'),
        window_seconds: z.number().int().min(0).describe('Length of the window in seconds.'),
      })
      .nullable()
      .describe('Its own quota; null for the default.'),
    expires_at: timestamp().nullable().describe('When it stops working; null for never.'),
    status: z.enum(KEY_STATUSES).describe('Whether it works now.'),
    secrets: z.array(KeySecret).describe('The current secret and, in overlap, the one before.'),
    created_by: z
      .object({
        type: z.enum(['user', 'key', 'system']).describe('Who made it.'),
        id: z.string().describe('Id of the maker.'),
        name: z.string().describe('Name of the maker.'),
      })
      .describe('Who made it.'),
    last_used_at: timestamp().nullable().describe('Last request, to within seconds.'),
    last_used_ip: z.string().nullable().describe('Address of the last request.'),
    last_used_user_agent: z.string().nullable().describe('Client of the last request.'),
    created_at: timestamp().describe('When it was made.'),
    updated_at: timestamp().describe('When it was last changed.'),
    revoked_at: timestamp().nullable().describe('When it was revoked.'),
    revoked_by: z.string().nullable().describe('Who revoked it.'),
    revoked_reason: z
      .enum(['manual', 'leaked', 'member_removed', 'role_lowered', 'workspace_deleted'])
      .nullable()
      .describe('Why it was revoked.'),
    version: z.number().int().min(0).describe('Counts its changes; it is the ETag.'),
  })
  .meta({
    id: 'ApiKey',
    example: {
      id: 'key_01jd9x3k2mf8v9q4zt7w5b6n0c',
      workspace_id: 'ws_01jd9x3k2mf8v9q4zt7w5b6n0c',
      kind: 'ak',
      hint: 'sb_ak_hXV0…HQZ',
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
          hint: 'sb_ak_hXV0…HQZ',
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
    .describe('The key itself, in this answer only. An idempotent replay has null here: rotate to get a new one.'),
}).meta({
  id: 'ApiKeyWithSecret',
  example: { ...(ApiKey.meta()?.['example'] as object), secret: 'sb_ak_hXV0tJoscAJY4O9KJCGWoGjJEZjwvPJV1kVHQZ' },
});
export type ApiKeyWithSecret = z.output<typeof ApiKeyWithSecret>;
