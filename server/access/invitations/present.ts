import type { Invitation } from '../../../shared/access/invitations';
import type { InvitationRow } from '../system/invitations';

export function invitationStatus(row: InvitationRow, now: Date): Invitation['status'] {
  if (row.acceptedAt) return 'accepted';
  if (row.revokedAt) return 'revoked';
  return row.expiresAt <= now ? 'expired' : 'pending';
}

export const presentInvitation = (row: InvitationRow, now: Date): Invitation => ({
  id: row.id,
  workspace_id: row.workspaceId,
  email: row.email,
  role: row.role,
  status: invitationStatus(row, now),
  created_by: row.createdBy,
  created_at: row.createdAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
  accepted_at: row.acceptedAt?.toISOString() ?? null,
  revoked_at: row.revokedAt?.toISOString() ?? null,
});

export const invitationTarget = ({ id, email }: Pick<InvitationRow, 'id' | 'email'>) => ({
  type: 'invitation',
  id,
  label: email,
});
