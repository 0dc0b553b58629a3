import { Invitation } from '../../../shared/access/invitations';
import { presentAs } from '../../present-as';
import type { InvitationRow } from '../system/invitations';

export function invitationStatus(row: InvitationRow, now: Date): Invitation['status'] {
  if (row.acceptedAt) return 'accepted';
  if (row.revokedAt) return 'revoked';
  return row.expiresAt <= now ? 'expired' : 'pending';
}

export const presentInvitation = (row: InvitationRow, now: Date): Invitation =>
  presentAs(Invitation, row, { status: invitationStatus(row, now) });

export const invitationTarget = ({ id, email }: Pick<InvitationRow, 'id' | 'email'>) => ({
  type: 'invitation',
  id,
  label: email,
});
