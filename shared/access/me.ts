import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { idOf, timestamp } from '../text';
import { HeldResources } from './keys';
import { ALL_SCOPES, KEY_KINDS, type KeyKind } from './scopes';

const Rate = z.object({
  requests: z.number().int().min(0).describe('Requests per window.'),
  window_seconds: z.number().int().min(0).describe('Length of the window in seconds.'),
});

/** What a key may learn about itself. */
export const Me = z
  .object({
    key_id: idOf(ID_PREFIXES.key).describe('Id of the key.'),
    kind: z.enum(Object.keys(KEY_KINDS) as [KeyKind, ...KeyKind[]]).describe('What scopes it may hold.'),
    name: z.string().describe('What the key is for.'),
    hint: z.string().describe('How the secret begins and ends.'),
    workspace: z
      .object({
        id: idOf(ID_PREFIXES.workspace).describe('Id of the workspace.'),
        name: z.string().describe('Name of the workspace.'),
      })
      .describe('The workspace the key belongs to.'),
    scopes: z.array(z.enum(ALL_SCOPES)).describe('What the key may do, with what a write scope includes.'),
    full_access: z.boolean().describe('Every scope, future ones too.'),
    resources: HeldResources,
    allowed_cidrs: z.array(z.string()).describe('Networks it may be used from; empty for any.'),
    allowed_origins: z.array(z.string()).describe('Origins of browsers that may use it.'),
    limits: z
      .object({ key: Rate.describe('Quota of the key.'), workspace: Rate.describe('Quota over all keys.') })
      .describe('How often it may call.'),
    expires_at: timestamp().nullable().describe('When it stops working; null for never.'),
  })
  .meta({
    id: 'Me',
    example: {
      key_id: 'key_01jd9x3k2mf8v9q4zt7w5b6n0c',
      kind: 'ak',
      name: 'Billing service',
      hint: 'sb_ak_hXV0…HQZ',
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
