import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { idOf, text, timestamp } from '../text';
import { MemberId } from './members';
import { ROLES } from './scopes';

export const WorkspaceName = text(80).describe('Name of the workspace.').meta({ example: 'Acme' });

export const Workspace = z
  .object({
    id: idOf(ID_PREFIXES.workspace).describe('Id of the workspace.'),
    name: z.string().describe('Name of the workspace.'),
    status: z
      .enum(['active', 'suspended', 'deleting'])
      .describe('Status of the workspace. Keys work only while it is `active`.'),
    suspended_reason: z.string().nullable().describe('Reason of the suspension.'),
    leaked_key_policy: z.enum(['revoke', 'alert']).describe('What happens to a key that was found in public.'),
    rate_limit: z
      .object({
        requests: z.number().int().min(0).describe('Requests per window.'),
        window_seconds: z.number().int().min(0).describe('Length of the window in seconds.'),
      })
      .describe('Quota of all keys together.'),
    log_retention_days: z.number().int().min(0).describe('Days for which the request log is stored.'),
    event_retention_days: z
      .number()
      .int()
      .min(0)
      .nullable()
      .describe('Days for which events and delivery attempts are stored; null for the default of the installation.'),
    delivery_retention_days: z
      .number()
      .int()
      .min(0)
      .nullable()
      .describe('Days for which deliveries and their statistics are stored; null for the default of the installation.'),
    created_at: timestamp().describe('Time when the workspace was created.'),
    updated_at: timestamp().describe('Time of the last change.'),
    version: z.number().int().min(0).describe('Version of the workspace, increased with each change. It is the ETag.'),
  })
  .meta({
    id: 'Workspace',
    example: {
      id: 'ws_01jd9x3k2mf8v9q4zt7w5b6n0c',
      name: 'Acme',
      status: 'active',
      suspended_reason: null,
      leaked_key_policy: 'revoke',
      rate_limit: { requests: 6000, window_seconds: 60 },
      log_retention_days: 7,
      event_retention_days: null,
      delivery_retention_days: null,
      created_at: '2026-11-21T09:30:00.000Z',
      updated_at: '2026-11-21T09:30:00.000Z',
      version: 1,
    },
  });
export type Workspace = z.output<typeof Workspace>;

export const WorkspaceId = z.strictObject({
  workspace_id: idOf(ID_PREFIXES.workspace).describe('Id of the workspace.'),
});
export type WorkspaceId = z.output<typeof WorkspaceId>;

const RetentionDays = z.number().int().min(1).max(90);

export const UpdateWorkspace = WorkspaceId.extend({
  name: WorkspaceName.optional(),
  leaked_key_policy: z
    .enum(['revoke', 'alert'])
    .optional()
    .describe('What happens to a key that was found in public.')
    .meta({ example: 'revoke' }),
  log_retention_days: RetentionDays.optional()
    .describe('Days for which the request log is stored.')
    .meta({ example: 7 }),
  event_retention_days: RetentionDays.nullable()
    .optional()
    .describe('Days for which events and delivery attempts are stored; null for the default of the installation.')
    .meta({ example: 30 }),
  delivery_retention_days: RetentionDays.nullable()
    .optional()
    .describe('Days for which deliveries and their statistics are stored; null for the default of the installation.')
    .meta({ example: 90 }),
});
export type UpdateWorkspace = z.output<typeof UpdateWorkspace>;

export const CreateWorkspace = z.strictObject({ name: WorkspaceName });
export type CreateWorkspace = z.output<typeof CreateWorkspace>;

export const DeleteWorkspace = z.strictObject({
  confirm_name: WorkspaceName.describe('Name of the workspace, to confirm the deletion.'),
});
export type DeleteWorkspace = z.output<typeof DeleteWorkspace>;

export const TransferWorkspace = MemberId;
export type TransferWorkspace = z.output<typeof TransferWorkspace>;

const OwnWorkspace = Workspace.extend({
  member_id: idOf(ID_PREFIXES.member).describe('Id of your membership.'),
  role: z.enum(ROLES).describe('Your role in the workspace.'),
  latest_sequence: z.number().int().min(0).describe('`sequence` of the last event. 0 before the first one.'),
}).meta({ id: 'OwnWorkspace', extends: 'Workspace' });
type OwnWorkspace = z.output<typeof OwnWorkspace>;

export const OwnWorkspaces = z.object({
  data: z.array(OwnWorkspace).describe('Your workspaces, oldest first.'),
});
export type OwnWorkspaces = z.output<typeof OwnWorkspaces>;

/** In display order. */
const CHECKLIST_STEPS = [
  'create_key',
  'first_request',
  'send_message',
  'receive_webhook',
  'track_click',
  'invite_colleague',
] as const;
const count = () => z.number().int().min(0);

export const WorkspaceOverview = z.object({
  workspace_id: idOf(ID_PREFIXES.workspace).describe('The workspace.'),
  getting_started: z
    .object({
      live_keys: count().describe('Number of keys that are neither revoked nor expired.'),
      members: count().describe('Number of members.'),
      pending_invitations: count().describe('Number of invitations that can still be accepted.'),
      requests_24h: count().describe('Number of requests in the last 24 hours.'),
      errors_24h: count().describe('Number of these requests with a 4xx or 5xx response.'),
    })
    .describe('Numbers of the Getting started surface.'),
  automation: z
    .object({
      publications_24h: count().describe('Number of publications created in the last 24 hours.'),
      publications_waiting: count().describe('Number of publications that are scheduled or being sent.'),
    })
    .describe('Numbers of the Automation API.'),
  checklist: z
    .array(
      z.object({
        step: z.enum(CHECKLIST_STEPS).describe('Name of the step.'),
        done: z.boolean().describe('Whether the step is done.'),
      }),
    )
    .describe('First steps, in order. They are derived from the existing objects.'),
});
export type WorkspaceOverview = z.output<typeof WorkspaceOverview>;
