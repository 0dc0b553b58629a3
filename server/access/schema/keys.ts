import type { KeyResources } from '../../../shared/access/keys';
import type { KeyKind, Scope } from '../../../shared/access/scopes';
import { boolean, foreignKey, index, json, table, text, timestamp, unique } from '../../db/columns';
import { createdAt, id, updatedAt, version } from '../../db/common-columns';
import { workspaceId } from '../../db/workspaces';

export const apiKeys = table(
  'api_keys',
  {
    id: id(),
    workspaceId: workspaceId(),
    kind: text('kind').$type<KeyKind>().notNull(),
    name: text('name').notNull(),
    description: text('description'),
    metadata: json<Record<string, string>>('metadata').notNull(),
    scopes: json<Scope[]>('scopes').notNull(),
    fullAccess: boolean('full_access').notNull().default(false),
    resources: json<KeyResources>('resources').notNull(),
    allowedCidrs: json<string[]>('allowed_cidrs').notNull(),
    allowedOrigins: json<string[]>('allowed_origins').notNull(),
    browserUse: boolean('browser_use').notNull().default(false),
    rateLimit: json<{ requests: number; window_seconds: number }>('rate_limit'),
    expiresAt: timestamp('expires_at'),
    createdBy: json<{ type: 'user' | 'key' | 'system'; id: string; name: string }>('created_by').notNull(),
    lastUsedAt: timestamp('last_used_at'),
    lastUsedIp: text('last_used_ip'),
    lastUsedUserAgent: text('last_used_user_agent'),
    revokedAt: timestamp('revoked_at'),
    revokedBy: text('revoked_by'),
    revokedReason: text('revoked_reason').$type<
      'manual' | 'leaked' | 'member_removed' | 'role_lowered' | 'workspace_deleted'
    >(),
    /** Set to 14, 3 and 1 days before the expiry, then to the expiry; null for none. */
    expiryNoticeAt: timestamp('expiry_notice_at'),
    /** Another report within a day sends no notice. */
    leakReportedAt: timestamp('leak_reported_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  // A constraint, since generated migrations create indexes after the foreign keys that refer to them.
  (t) => [
    unique('api_keys_workspace_id_key').on(t.workspaceId, t.id),
    index('api_keys_expiry_notice_idx').on(t.expiryNoticeAt),
  ],
);

/** Replaced secrets stay 90 days. */
export const apiKeySecrets = table(
  'api_key_secrets',
  {
    hash: text('hash').primaryKey(),
    workspaceId: workspaceId(),
    keyId: text('key_id').notNull(),
    maskedSecret: text('masked_secret').notNull(),
    createdAt: createdAt(),
    expiresAt: timestamp('expires_at'),
    lastUsedAt: timestamp('last_used_at'),
    lastUsedIp: text('last_used_ip'),
  },
  (t) => [
    index('api_key_secrets_key_idx').on(t.workspaceId, t.keyId),
    foreignKey({
      name: 'api_key_secrets_key_fk',
      columns: [t.workspaceId, t.keyId],
      foreignColumns: [apiKeys.workspaceId, apiKeys.id],
    }).onDelete('cascade'),
  ],
);
