import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { pageOf, pageQuery } from '../page';
import { idOf, text, timestamp } from '../text';
import { User } from './accounts';

/** Excludes data of workspaces. */
export const InstanceUser = User.extend({
  owner: z.boolean().describe('Whether this user set up the installation.'),
  workspaces: z.number().int().min(0).describe('Number of workspaces of the user.'),
}).meta({ id: 'InstanceUser' });
export type InstanceUser = z.output<typeof InstanceUser>;

export const InstanceWorkspace = z
  .object({
    id: idOf(ID_PREFIXES.workspace).describe('Id of the workspace.'),
    name: z.string().describe('Name of the workspace.'),
    status: z
      .enum(['active', 'suspended', 'deleting'])
      .describe('Status of the workspace. Keys work only while it is `active`.'),
    suspended_reason: z.string().nullable().describe('Reason of the suspension.'),
    members: z.number().int().min(0).describe('Number of members.'),
    keys: z.number().int().min(0).describe('Number of keys that are not revoked.'),
    created_at: timestamp().describe('Time when the workspace was created.'),
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

export const UserId = z.strictObject({ user_id: idOf(ID_PREFIXES.user).describe('Id of the user.') });
export type UserId = z.output<typeof UserId>;

export const SuspendWorkspace = z.strictObject({
  workspace_id: idOf(ID_PREFIXES.workspace).describe('Id of the workspace.'),
  reason: text(200).nullable().default(null).describe('Reason, shown to the members.'),
});
export type SuspendWorkspace = z.output<typeof SuspendWorkspace>;

export const ResetLink = z.object({
  url: z
    .string()
    .nullable()
    .describe('Link to set a new password. It works once; send it to the user yourself. Null in an idempotent replay.'),
  expires_at: timestamp().describe('Time when the link expires.'),
});
export type ResetLink = z.output<typeof ResetLink>;

export const InstallationHealth = z
  .object({
    causes: z
      .array(
        z.object({
          code: z.string().describe('Code of the failure, for programs.'),
          message: z.string().describe('Description of the failure, for people.'),
          since: timestamp().describe('Time when the failure was first seen.'),
        }),
      )
      .describe('Current failures, oldest first; empty if there are none.'),
  })
  .meta({ id: 'InstanceHealth' });
export type InstallationHealth = z.output<typeof InstallationHealth>;
