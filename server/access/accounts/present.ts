import type { Session, User } from '../../../shared/access/accounts';
import type { SessionRow, UserRow } from '../system/accounts';

export const presentUser = (row: UserRow): User => ({
  id: row.id,
  email: row.email,
  name: row.name,
  instance_admin: row.instanceAdmin,
  status: row.status,
  has_password: row.passwordHash !== null,
  password_changed_at: row.passwordChangedAt?.toISOString() ?? null,
  created_at: row.createdAt.toISOString(),
});

export const presentSession = (row: SessionRow, currentId: string): Session => ({
  id: row.id,
  current: row.id === currentId,
  created_at: row.createdAt.toISOString(),
  last_seen_at: row.lastSeenAt.toISOString(),
  password_verified_at: row.passwordVerifiedAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
  ip: row.ip,
  user_agent: row.userAgent,
});
