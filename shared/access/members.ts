import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { pageQuery } from '../page';
import { idOf, timestamp } from '../text';
import { ROLES } from './scopes';

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
    version: z.number().int().min(0).describe('Counts its changes; it is the ETag.'),
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
  role: z.enum(ROLES).describe('The new role.').meta({ example: 'developer' }),
  keys: z
    .enum(['keep', 'revoke'])
    .optional()
    .describe(
      'What happens to the live keys that the member made and that grant more than the new role allows; required when there are any.',
    )
    .meta({ example: 'revoke' }),
});
export type UpdateMember = z.output<typeof UpdateMember>;

export const RemoveMember = MemberId.extend({
  keys: z
    .enum(['keep', 'revoke'])
    .optional()
    .describe('What becomes of the live keys that the member made; required when there are any.')
    .meta({ example: 'revoke' }),
});
export type RemoveMember = z.output<typeof RemoveMember>;
