import { z } from 'zod';

import { DAY_MS, MINUTE_MS } from '../durations';
import { ID_PREFIXES } from '../ids';
import { LIMITS } from '../limits';
import { Cidr, Origin } from '../networks';
import { pageQuery } from '../page';
import { boundedText, idOf, smallRecord, text, timeInput } from '../text';
import { KEY_RESOURCE_NAMES, KEY_RESOURCES, type KeyResource } from './key-resources';
import { ALL_SCOPES, KEY_KINDS, SCOPES_OF_KIND, type KeyKind, type Scope } from './scopes';

export const KEY_KIND_NAMES = Object.keys(KEY_KINDS) as [KeyKind, ...KeyKind[]];
const FIVE_YEARS_DAYS = 1826;
export const MAX_KEY_LIFE_MS = FIVE_YEARS_DAYS * DAY_MS;
export const MIN_KEY_LIFE_MS = MINUTE_MS;

export const KEY_LIMITS = {
  name: 80,
  description: 500,
  pairs: 20,
  networks: 50,
  origins: 50,
  resources: 100,
  requests: 100_000,
  windowSeconds: 3600,
} as const;

const perResource = <T extends z.ZodType>(idsOf: (prefix: string) => T) =>
  Object.fromEntries(
    KEY_RESOURCE_NAMES.map((name) => {
      const { prefix, label } = KEY_RESOURCES[name];
      return [name, idsOf(prefix).optional().describe(`${label}.`)];
    }),
  ) as Record<KeyResource, z.ZodOptional<T>>;

export const KeyResources = z
  .strictObject(perResource((prefix) => z.array(idOf(prefix)).min(1).max(KEY_LIMITS.resources)))
  .describe('Objects that the key is limited to, by kind. A kind that is left out is not limited.');
export type KeyResources = z.output<typeof KeyResources>;

export const RateLimit = z
  .strictObject({
    requests: z.number().int().min(1).max(KEY_LIMITS.requests).describe('Requests per window.'),
    window_seconds: z.number().int().min(1).max(KEY_LIMITS.windowSeconds).describe('Length of the window in seconds.'),
  })
  .meta({ example: { requests: 600, window_seconds: 60 } });
export type RateLimit = z.output<typeof RateLimit>;

export const DEFAULT_RATE_LIMIT: RateLimit = {
  requests: LIMITS.keyRate.requests,
  window_seconds: LIMITS.keyRate.windowSeconds,
};

const Metadata = smallRecord(text(40), text(200, 0), { most: KEY_LIMITS.pairs }).meta({ example: { team: 'growth' } });

const scopesOf = (kind: KeyKind) =>
  z
    .array(z.enum(SCOPES_OF_KIND[kind] as [Scope, ...Scope[]]))
    .min(1)
    .max(ALL_SCOPES.length);

const common = {
  name: text(KEY_LIMITS.name).describe('Name of the key.').meta({ example: 'Billing service' }),
  description: text(KEY_LIMITS.description, 0).nullable().optional().describe('Description of the key; null for none.'),
  metadata: Metadata.optional().describe('Your own key-value pairs. They are returned unchanged.'),
  resources: KeyResources.optional(),
  allowed_cidrs: z
    .array(Cidr)
    .max(KEY_LIMITS.networks)
    .optional()
    .describe('Networks in CIDR notation that can use the key; empty for any network.'),
  rate_limit: RateLimit.nullable()
    .optional()
    .describe(
      'Quota of the key; null for the default of 600 requests a minute. It cannot be larger than the quota of the calling key. If the calling key has less than the default, a new key gets the quota of the calling key.',
    ),
  expires_at: timeInput('2035-03-01T00:00:00Z')
    .nullable()
    .optional()
    .describe(
      'Time when the key expires, between 1 minute and 5 years in the future; null for never. It cannot be later than the expiry of the calling key. Without it, a new key expires when the calling key does.',
    ),
};
const allowedOrigins = z.array(Origin).max(KEY_LIMITS.origins);
const secretKey = {
  ...common,
  allowed_origins: allowedOrigins.optional().describe('Browser origins that can use the key; empty for any origin.'),
  browser_use: z.boolean().optional().describe('Whether browsers on other origins can use the key.'),
};

const ofKind = <K extends Exclude<KeyKind, 'ak' | 'pk'>>(kind: K) =>
  z.strictObject({
    kind: z.literal(kind).describe(`${KEY_KINDS[kind]} key.`),
    ...secretKey,
    scopes: scopesOf(kind).describe('Scopes of the key.'),
  });

export const CreateKey = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('ak').describe('Workspace key, which can have any scope.'),
    ...secretKey,
    scopes: scopesOf('ak').optional().describe('Scopes of the key. Required unless `full_access` is true.'),
    full_access: z.boolean().optional().describe('Whether the key has every scope, including future ones.'),
  }),
  ofKind('wa'),
  ofKind('lk'),
  ofKind('au'),
  z.strictObject({
    kind: z.literal('pk').describe('Publishable key for browsers. It is not secret.'),
    ...common,
    allowed_origins: allowedOrigins.min(1).describe('Browser origins that can use the key.'),
    scopes: scopesOf('pk').describe('Scopes of the key.'),
  }),
]);
export type CreateKey = z.output<typeof CreateKey>;

export const KeyId = z.strictObject({ key_id: idOf(ID_PREFIXES.key).describe('Id of the key.') });

export const UpdateKey = KeyId.extend({
  ...common,
  name: common.name.optional(),
  metadata: Metadata.nullable()
    .optional()
    .describe('Your own key-value pairs. They replace all existing pairs; null removes all.'),
  scopes: scopesOf('ak').optional().describe('Scopes of the key. The kind of the key limits them.'),
  full_access: z
    .boolean()
    .optional()
    .describe('Whether the key has every scope, including future ones. Only for workspace keys.'),
  resources: KeyResources.nullable().optional().describe('Objects that the key is limited to; null for no limit.'),
  allowed_origins: allowedOrigins.optional().describe('Browser origins that can use the key.'),
  browser_use: z.boolean().optional().describe('Whether browsers on other origins can use the key.'),
});
export type UpdateKey = z.output<typeof UpdateKey>;

export const RevokeKey = KeyId.extend({
  disable_webhooks: z
    .boolean()
    .default(false)
    .describe('Whether to also disable the webhooks that were created with the key. Needs `webhooks:write`.')
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
    .describe('Seconds for which the old secret stays valid.')
    .meta({ example: 86_400 }),
  expires_at: timeInput('2035-03-01T00:00:00Z')
    .nullable()
    .optional()
    .describe('New expiry time. Required for an expired key.'),
});
export type RotateKey = z.output<typeof RotateKey>;

export const KEY_STATUSES = ['active', 'expired', 'revoked'] as const;

export const ListKeys = z.strictObject({
  ...pageQuery,
  status: z
    .array(z.enum(KEY_STATUSES))
    .min(1)
    .max(3)
    .optional()
    .describe('Only keys with these statuses.')
    .meta({ example: ['active'] }),
  kind: z
    .array(z.enum(KEY_KIND_NAMES))
    .min(1)
    .max(5)
    .optional()
    .describe('Only keys of these kinds.')
    .meta({ example: ['ak'] }),
  q: text(80).optional().describe('Part of the name.').meta({ example: 'billing' }),
  created_after: timeInput('2026-11-01T00:00:00Z').optional().describe('Only keys created after this time.'),
  sort: z
    .enum(['created_at', '-created_at'])
    .default('-created_at')
    .describe('Sort order. `-` means descending.')
    .meta({ example: '-created_at' }),
});
export type ListKeys = z.output<typeof ListKeys>;

export const EffectiveResources = z
  .object(perResource(() => z.array(boundedText(30)).meta({ maxItems: KEY_LIMITS.resources })))
  .describe('Objects that the key is limited to; empty for no limit.');
