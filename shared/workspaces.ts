import { z } from 'zod';

import { ID_PREFIXES } from './ids';
import { pageQuery } from './page';
import { ROLES } from './scopes';
import { idOf, text, timestamp } from './text';

export const WorkspaceName = text(80).describe('Name of the workspace.').meta({ example: 'Acme' });

export const Workspace = z
  .object({
    id: idOf(ID_PREFIXES.workspace).describe('Id of the workspace.'),
    name: z.string().describe('Its name.'),
    state: z.enum(['active', 'suspended', 'deleting']).describe('Whether its keys work.'),
    suspended_reason: z.string().nullable().describe('Why it is suspended.'),
    leaked_key_policy: z.enum(['revoke', 'alert']).describe('What happens to a key that was found in public.'),
    rate_limit: z
      .object({
        requests: z.number().int().describe('Requests per window.'),
        window_seconds: z.number().int().describe('Length of the window in seconds.'),
      })
      .describe('Quota over all keys.'),
    log_retention_days: z.number().int().describe('How long the request log is kept.'),
    created_at: timestamp().describe('When it was made.'),
    updated_at: timestamp().describe('When it was last changed.'),
    version: z.number().int().describe('Counts its changes; it is the ETag.'),
  })
  .meta({
    id: 'Workspace',
    example: {
      id: 'ws_01jd9x3k2mf8v9q4zt7w5b6n0c',
      name: 'Acme',
      state: 'active',
      suspended_reason: null,
      leaked_key_policy: 'revoke',
      rate_limit: { requests: 6000, window_seconds: 60 },
      log_retention_days: 7,
      created_at: '2026-11-21T09:30:00.000Z',
      updated_at: '2026-11-21T09:30:00.000Z',
      version: 1,
    },
  });
export type Workspace = z.output<typeof Workspace>;

export const WorkspaceId = z.strictObject({
  workspace_id: idOf(ID_PREFIXES.workspace).describe('Id of the workspace.'),
});

export const UpdateWorkspace = WorkspaceId.extend({
  name: WorkspaceName.optional(),
  leaked_key_policy: z
    .enum(['revoke', 'alert'])
    .optional()
    .describe('What happens to a key that was found in public.')
    .meta({ example: 'revoke' }),
  log_retention_days: z
    .number()
    .int()
    .min(1)
    .max(90)
    .optional()
    .describe('How long the request log is kept, in days.')
    .meta({ example: 7 }),
});
export type UpdateWorkspace = z.output<typeof UpdateWorkspace>;

export const Member = z
  .object({
    id: idOf(ID_PREFIXES.member).describe('Id of the membership.'),
    workspace_id: idOf(ID_PREFIXES.workspace).describe('The workspace.'),
    user_id: idOf(ID_PREFIXES.user).describe('The person.'),
    name: z.string().describe('Name of the person.'),
    email: z.string().describe('E-mail address of the person.'),
    role: z.enum(ROLES).describe('What the person may do here.'),
    invited_by: z.string().nullable().describe('Who invited the person.'),
    created_at: timestamp().describe('When the person joined.'),
    version: z.number().int().describe('Counts its changes; it is the ETag.'),
  })
  .meta({
    id: 'Member',
    example: {
      id: 'mem_01jd9x3k2mf8v9q4zt7w5b6n0c',
      workspace_id: 'ws_01jd9x3k2mf8v9q4zt7w5b6n0c',
      user_id: 'usr_01jd9x3k2mf8v9q4zt7w5b6n0c',
      name: 'Ada',
      email: 'ada@example.com',
      role: 'owner',
      invited_by: null,
      created_at: '2026-11-21T09:30:00.000Z',
      version: 1,
    },
  });
export type Member = z.output<typeof Member>;

export const MemberId = z.strictObject({ member_id: idOf(ID_PREFIXES.member).describe('Id of the membership.') });
export const ListMembers = z.strictObject(pageQuery);
export type ListMembers = z.output<typeof ListMembers>;

export const Invitation = z
  .object({
    id: idOf(ID_PREFIXES.invitation).describe('Id of the invitation.'),
    workspace_id: idOf(ID_PREFIXES.workspace).describe('The workspace.'),
    email: z.string().describe('Who is invited.'),
    role: z.enum(ROLES).describe('The role to come.'),
    status: z.enum(['pending', 'accepted', 'revoked', 'expired']).describe('Whether it can still be accepted.'),
    created_by: z.string().describe('Who invited.'),
    created_at: timestamp().describe('When it was made.'),
    expires_at: timestamp().describe('Until when it can be accepted.'),
    accepted_at: timestamp().nullable().describe('When it was accepted.'),
    revoked_at: timestamp().nullable().describe('When it was taken back.'),
  })
  .meta({
    id: 'Invitation',
    example: {
      id: 'inv_01jd9x3k2mf8v9q4zt7w5b6n0c',
      workspace_id: 'ws_01jd9x3k2mf8v9q4zt7w5b6n0c',
      email: 'grace@example.com',
      role: 'developer',
      status: 'pending',
      created_by: 'usr_01jd9x3k2mf8v9q4zt7w5b6n0c',
      created_at: '2026-11-21T09:30:00.000Z',
      expires_at: '2026-11-28T09:30:00.000Z',
      accepted_at: null,
      revoked_at: null,
    },
  });
export type Invitation = z.output<typeof Invitation>;
