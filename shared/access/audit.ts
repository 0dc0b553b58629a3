import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { pageQuery } from '../page';
import { boundedText, idOf, text, timeInput, timestamp } from '../text';

export const AuditActor = z.object({
  type: z.enum(['user', 'key', 'system', 'anonymous']).describe('Type of the actor.'),
  id: z.string().nullable().describe('Id of the actor; null if there is none.'),
  label: z.string().describe('Name of the actor at that time.'),
});
export type AuditActor = z.output<typeof AuditActor>;

export const AuditTarget = z.object({
  type: z.string().describe('Type of the object.'),
  id: boundedText(64).describe('Id of the object.'),
  label: z.string().describe('Name of the object at that time.'),
});
export type AuditTarget = z.output<typeof AuditTarget>;

export const AuditEntry = z
  .object({
    id: idOf(ID_PREFIXES.audit).describe('Id of the audit entry.'),
    workspace_id: idOf(ID_PREFIXES.workspace)
      .nullable()
      .describe('Id of the workspace; null for a change of the installation.'),
    actor: AuditActor.describe('Actor of the change.'),
    action: boundedText(80).describe('Action that was done, such as `api_key.revoked`.'),
    target: AuditTarget.nullable().describe('Object that was changed; null if there is none.'),
    changes: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('Values before and after the change. Secrets are masked.'),
    ip: boundedText(45).describe('IP address of the request.'),
    user_agent: z.string().describe('User agent of the request.'),
    request_id: boundedText(30).describe('Id of the request.'),
    created_at: timestamp().describe('Time of the action.'),
  })
  .meta({
    id: 'AuditEntry',
    example: {
      id: 'aud_01jd9x3k2mf8v9q4zt7w5b6n0c',
      workspace_id: 'ws_01jd9x3k2mf8v9q4zt7w5b6n0c',
      actor: { type: 'user', id: 'usr_01jd9x3k2mf8v9q4zt7w5b6n0c', label: 'Ada' },
      action: 'api_key.revoked',
      target: { type: 'api_key', id: 'key_01jd9x3k2mf8v9q4zt7w5b6n0c', label: 'Billing service' },
      changes: null,
      ip: '203.0.113.9',
      user_agent: 'curl/8.5.0',
      request_id: 'req_01jd9x3k2mf8v9q4zt7w5b6n0c',
      created_at: '2026-11-21T09:30:00.000Z',
    },
  });
export type AuditEntry = z.output<typeof AuditEntry>;

export const AuditEntryId = z.strictObject({
  audit_entry_id: idOf(ID_PREFIXES.audit).describe('Id of the audit entry.'),
});
export type AuditEntryId = z.output<typeof AuditEntryId>;

export const ListAuditEntries = z.strictObject({
  ...pageQuery,
  action: text(80).optional().describe('Only entries with this action.').meta({ example: 'api_key.revoked' }),
  actor_id: text(64)
    .optional()
    .describe('Only entries of this user or key.')
    .meta({ example: 'usr_01jd9x3k2mf8v9q4zt7w5b6n0c' }),
  target_id: text(64)
    .optional()
    .describe('Only entries about this object.')
    .meta({ example: 'key_01jd9x3k2mf8v9q4zt7w5b6n0c' }),
  created_after: timeInput('2026-11-01T00:00:00Z').optional().describe('Only entries after this time.'),
  created_before: timeInput('2026-11-21T00:00:00Z').optional().describe('Only entries before this time.'),
});
export type ListAuditEntries = z.output<typeof ListAuditEntries>;
