import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { pageQuery } from '../page';
import { idOf, timestamp } from '../text';
import { ROLES } from './scopes';

export const Member = z
  .object({
    id: idOf(ID_PREFIXES.member).describe('Id of the membership.'),
    workspace_id: idOf(ID_PREFIXES.workspace).describe('Id of the workspace.'),
    user_id: idOf(ID_PREFIXES.user).describe('Id of the user.'),
    name: z.string().describe('Name of the user.'),
    email: z.string().describe('E-mail address of the user.'),
    role: z.enum(ROLES).describe('Role of the member.'),
    invited_by: z.string().nullable().describe('Id of the user who invited the member.'),
    created_at: timestamp().describe('Time when the member joined.'),
    version: z.number().int().min(0).describe('Version of the membership, increased with each change. It is the ETag.'),
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
export type MemberId = z.output<typeof MemberId>;
export const ListMembers = z.strictObject(pageQuery);
export type ListMembers = z.output<typeof ListMembers>;

export const UpdateMember = MemberId.extend({
  role: z.enum(ROLES).describe('New role.').meta({ example: 'developer' }),
  keys: z
    .enum(['keep', 'revoke'])
    .optional()
    .describe(
      'What to do with the active keys that the member created and that grant more than the new role allows. Required if there are any.',
    )
    .meta({ example: 'revoke' }),
  webhooks: z
    .enum(['keep', 'disable'])
    .optional()
    .describe(
      'What to do with the webhooks that the member or their keys created and that receive more than the new role may read. Required if there are any.',
    )
    .meta({ example: 'disable' }),
});
export type UpdateMember = z.output<typeof UpdateMember>;

export const RemoveMember = MemberId.extend({
  keys: z
    .enum(['keep', 'revoke'])
    .optional()
    .describe('What to do with the active keys that the member created. Required if there are any.')
    .meta({ example: 'revoke' }),
  webhooks: z
    .enum(['keep', 'disable'])
    .optional()
    .describe('What to do with the active webhooks that the member or their keys created. Required if there are any.')
    .meta({ example: 'disable' }),
});
export type RemoveMember = z.output<typeof RemoveMember>;
