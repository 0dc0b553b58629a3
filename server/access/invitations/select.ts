import { and, gt, isNotNull, isNull, lte, or, type SQL } from 'drizzle-orm';

import type { Invitation } from '../../../shared/access/invitations';
import { invitations } from '../schema/workspaces';

const isOpen = and(isNull(invitations.acceptedAt), isNull(invitations.revokedAt));

export const isPending = (now: Date): SQL | undefined => and(isOpen, gt(invitations.expiresAt, now));

export function isInStatus(statuses: readonly Invitation['status'][], now: Date): SQL | undefined {
  const conditions = {
    pending: isPending(now),
    accepted: isNotNull(invitations.acceptedAt),
    revoked: and(isNull(invitations.acceptedAt), isNotNull(invitations.revokedAt)),
    expired: and(isOpen, lte(invitations.expiresAt, now)),
  };
  return or(...statuses.map((status) => conditions[status]));
}
