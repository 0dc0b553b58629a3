import type { Role } from '../../../shared/access/scopes';
import { index, table, text, timestamp, uniqueIndex } from '../../db/columns';
import { createdAt, id, version } from '../../db/common-columns';
import { userId } from '../../db/users';
import { workspaceId } from '../../db/workspaces';

export const members = table(
  'members',
  {
    id: id(),
    workspaceId: workspaceId(),
    userId: userId(),
    role: text('role').$type<Role>().notNull(),
    invitedBy: text('invited_by'),
    createdAt: createdAt(),
    version: version(),
  },
  (t) => [
    uniqueIndex('members_workspace_id_key').on(t.workspaceId, t.id),
    uniqueIndex('members_workspace_user_key').on(t.workspaceId, t.userId),
    index('members_user_idx').on(t.userId),
  ],
);

export const invitations = table(
  'invitations',
  {
    id: id(),
    workspaceId: workspaceId(),
    email: text('email').notNull(),
    role: text('role').$type<Role>().notNull(),
    tokenHash: text('token_hash').notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: createdAt(),
    expiresAt: timestamp('expires_at').notNull(),
    acceptedAt: timestamp('accepted_at'),
    acceptedBy: text('accepted_by'),
    revokedAt: timestamp('revoked_at'),
  },
  (t) => [
    uniqueIndex('invitations_workspace_id_key').on(t.workspaceId, t.id),
    uniqueIndex('invitations_token_key').on(t.tokenHash),
  ],
);
