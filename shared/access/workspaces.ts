import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { idOf, text, timestamp } from '../text';
import { MemberId } from './members';
import { ROLES } from './scopes';

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
        requests: z.number().int().min(0).describe('Requests per window.'),
        window_seconds: z.number().int().min(0).describe('Length of the window in seconds.'),
      })
      .describe('Quota over all keys.'),
    log_retention_days: z.number().int().min(0).describe('How long the request log is kept.'),
    event_retention_days: z
      .number()
      .int()
      .nullable()
      .describe('How long events and the attempts of deliveries are kept; null for what the installation keeps.'),
    delivery_retention_days: z
      .number()
      .int()
      .nullable()
      .describe('How long deliveries and their statistics are kept; null for what the installation keeps.'),
    created_at: timestamp().describe('When it was made.'),
    updated_at: timestamp().describe('When it was last changed.'),
    version: z.number().int().min(0).describe('Counts its changes; it is the ETag.'),
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
    .describe('How long the request log is kept, in days.')
    .meta({ example: 7 }),
  event_retention_days: RetentionDays.nullable()
    .optional()
    .describe('How long events and the attempts of deliveries are kept, in days; null for what the installation keeps.')
    .meta({ example: 30 }),
  delivery_retention_days: RetentionDays.nullable()
    .optional()
    .describe('How long deliveries and their statistics are kept, in days; null for what the installation keeps.')
    .meta({ example: 90 }),
});
export type UpdateWorkspace = z.output<typeof UpdateWorkspace>;

export const CreateWorkspace = z.strictObject({ name: WorkspaceName });
export type CreateWorkspace = z.output<typeof CreateWorkspace>;

export const DeleteWorkspace = z.strictObject({
  confirm_name: WorkspaceName.describe('The name of the workspace, as a confirmation.'),
});
export type DeleteWorkspace = z.output<typeof DeleteWorkspace>;

export const TransferWorkspace = MemberId;
export type TransferWorkspace = z.output<typeof TransferWorkspace>;

/** A workspace as one of its members sees it. */
export const OwnWorkspace = Workspace.extend({
  member_id: idOf(ID_PREFIXES.member).describe('Your membership.'),
  role: z.enum(ROLES).describe('What you may do here.'),
}).meta({ id: 'OwnWorkspace' });
export type OwnWorkspace = z.output<typeof OwnWorkspace>;

export const OwnWorkspaces = z.object({
  data: z.array(OwnWorkspace).describe('Every workspace of yours, oldest first.'),
});
export type OwnWorkspaces = z.output<typeof OwnWorkspaces>;

/** What there is to do in a new workspace, in this order. */
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
      live_keys: count().describe('Keys that are neither revoked nor expired.'),
      members: count().describe('People of the workspace.'),
      pending_invitations: count().describe('Invitations that can still be accepted.'),
      requests_24h: count().describe('Requests of the last 24 hours.'),
      errors_24h: count().describe('Those of them that were answered with 4xx or 5xx.'),
    })
    .describe('What there is of the surface Getting started.'),
  automation: z
    .object({
      publications_24h: count().describe('Publications made in the last 24 hours.'),
      publications_waiting: count().describe('Publications that are still to come, or on their way.'),
    })
    .describe('What there is of the Automation API.'),
  checklist: z
    .array(
      z.object({
        step: z.enum(CHECKLIST_STEPS).describe('What there is to do.'),
        done: z.boolean().describe('Whether it was done.'),
      }),
    )
    .describe('The first steps, in order; derived from what there is, not stored.'),
});
export type WorkspaceOverview = z.output<typeof WorkspaceOverview>;
