import type { Workspace } from '../../../shared/access/workspaces';
import type { WorkspaceRow } from '../queries/workspaces';

export const presentWorkspace = (row: WorkspaceRow): Workspace => ({
  id: row.id,
  name: row.name,
  status: row.status,
  suspended_reason: row.suspendedReason,
  leaked_key_policy: row.leakedKeyPolicy,
  rate_limit: row.rateLimit,
  log_retention_days: row.logRetentionDays,
  event_retention_days: row.eventRetentionDays,
  delivery_retention_days: row.deliveryRetentionDays,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  version: row.version,
});

export const workspaceTarget = ({ id, name }: Pick<WorkspaceRow, 'id' | 'name'>) => ({
  type: 'workspace',
  id,
  label: name,
});
