import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { pageOf, pageQuery } from '../page';
import { idOf, text, timestamp } from '../text';
import { User } from './accounts';

/** What an administrator of the installation sees of a person: names and counts, nothing of a workspace’s data. */
export const InstanceUser = User.extend({
  owner: z.boolean().describe('Set this installation up.'),
  workspaces: z.number().int().min(0).describe('How many workspaces the person belongs to.'),
}).meta({ id: 'InstanceUser' });
export type InstanceUser = z.output<typeof InstanceUser>;

export const InstanceWorkspace = z
  .object({
    id: idOf(ID_PREFIXES.workspace).describe('Id of the workspace.'),
    name: z.string().describe('Its name.'),
    state: z.enum(['active', 'suspended', 'deleting']).describe('Whether its keys work.'),
    suspended_reason: z.string().nullable().describe('Why it is suspended.'),
    members: z.number().int().min(0).describe('How many people belong to it.'),
    keys: z.number().int().min(0).describe('How many keys are not revoked.'),
    created_at: timestamp().describe('When it was made.'),
  })
  .meta({ id: 'InstanceWorkspace' });
export type InstanceWorkspace = z.output<typeof InstanceWorkspace>;

export const ListInstance = z.strictObject({
  ...pageQuery,
  q: text(80).optional().describe('Part of the name or the e-mail address.'),
});
export type ListInstance = z.output<typeof ListInstance>;

export const InstanceUserPage = pageOf(InstanceUser);
export const InstanceWorkspacePage = pageOf(InstanceWorkspace);

export const UserId = z.strictObject({ user_id: idOf(ID_PREFIXES.user).describe('Id of the person.') });
export type UserId = z.output<typeof UserId>;

export const SuspendWorkspace = z.strictObject({
  workspace_id: idOf(ID_PREFIXES.workspace).describe('Id of the workspace.'),
  reason: text(200).nullable().default(null).describe('Why, as its members see it.'),
});
export type SuspendWorkspace = z.output<typeof SuspendWorkspace>;

export const ResetLink = z.object({
  url: z
    .string()
    .nullable()
    .describe('Opens the page that sets a new password, once. Hand it to the person yourself. Null in a replay.'),
  expires_at: timestamp().describe('Until when it works.'),
});
export type ResetLink = z.output<typeof ResetLink>;

/** What fails in this installation at the moment. */
export const InstanceHealth = z
  .object({
    causes: z
      .array(
        z.object({
          code: z.string().describe('The kind of failure, for programs.'),
          message: z.string().describe('What fails, in plain words.'),
          since: timestamp().describe('When it was first seen.'),
        }),
      )
      .describe('What fails at the moment, oldest first; empty while all is well.'),
  })
  .meta({ id: 'InstanceHealth' });
export type InstanceHealth = z.output<typeof InstanceHealth>;
