import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { idOf, timestamp } from '../text';
import { EffectiveResources } from './keys';
import { ALL_SCOPES, KEY_KINDS, type KeyKind } from './scopes';

const Rate = z.object({
  requests: z.number().int().min(0).describe('Requests per window.'),
  window_seconds: z.number().int().min(0).describe('Length of the window in seconds.'),
});

export const Me = z
  .object({
    key_id: idOf(ID_PREFIXES.key).describe('Id of the key.'),
    kind: z
      .enum(Object.keys(KEY_KINDS) as [KeyKind, ...KeyKind[]])
      .describe('Kind of the key. It limits the possible scopes.'),
    name: z.string().describe('Name of the key.'),
    masked_secret: z.string().describe('First and last characters of the secret.'),
    workspace: z
      .object({
        id: idOf(ID_PREFIXES.workspace).describe('Id of the workspace.'),
        name: z.string().describe('Name of the workspace.'),
      })
      .describe('Workspace of the key.'),
    scopes: z
      .array(z.enum(ALL_SCOPES))
      .describe('Scopes of the key, including the read scopes that write scopes contain.'),
    full_access: z.boolean().describe('Whether the key has every scope, including future ones.'),
    resources: EffectiveResources,
    allowed_cidrs: z.array(z.string()).describe('Networks that can use the key; empty for any network.'),
    allowed_origins: z.array(z.string()).describe('Browser origins that can use the key; empty for any origin.'),
    limits: z
      .object({
        key: Rate.describe('Quota of the key.'),
        workspace: Rate.describe('Quota of all keys of the workspace together.'),
      })
      .describe('Quotas that apply to the key.'),
    expires_at: timestamp().nullable().describe('Time when the key expires; null for never.'),
  })
  .meta({
    id: 'Me',
    example: {
      key_id: 'key_01jd9x3k2mf8v9q4zt7w5b6n0c',
      kind: 'ak',
      name: 'Billing service',
      masked_secret: 'sb_ak_hXV0…HQZ',
      workspace: { id: 'ws_01jd9x3k2mf8v9q4zt7w5b6n0c', name: 'Acme' },
      scopes: ['models:read', 'usage:read'],
      full_access: false,
      resources: {},
      allowed_cidrs: [],
      allowed_origins: [],
      limits: { key: { requests: 600, window_seconds: 60 }, workspace: { requests: 6000, window_seconds: 60 } },
      expires_at: null,
    },
  });
export type Me = z.output<typeof Me>;
