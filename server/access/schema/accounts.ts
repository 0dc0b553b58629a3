import type { LogoType } from '../../../shared/access/branding';
import { bigInteger, index, integer, table, text, timestamp, uniqueIndex } from '../../db/columns';
import { createdAt, id } from '../../db/common-columns';
import { userId } from '../../db/users';

export const instance = table('instance', {
  id: integer('id').primaryKey(),
  ownerUserId: text('owner_user_id'),
  setupTokenHash: text('setup_token_hash'),
  createdAt: createdAt(),
});

/** How the console looks; without a row, as it comes. */
export const branding = table('branding', {
  id: integer('id').primaryKey(),
  name: text('name'),
  accent: text('accent'),
  logoType: text('logo_type').$type<LogoType>(),
  /** The SHA-256 of the logo, which its address has. */
  logoHash: text('logo_hash'),
  /** Base64. */
  logo: text('logo'),
});

export const sessions = table(
  'sessions',
  {
    id: id(),
    tokenHash: text('token_hash').notNull(),
    userId: userId(),
    createdAt: createdAt(),
    lastSeenAt: timestamp('last_seen_at').notNull(),
    passwordVerifiedAt: timestamp('password_verified_at').notNull(),
    mfaAt: timestamp('mfa_at'),
    idleExpiresAt: timestamp('idle_expires_at').notNull(),
    expiresAt: timestamp('expires_at').notNull(),
    ip: text('ip').notNull(),
    userAgent: text('user_agent').notNull(),
  },
  (t) => [uniqueIndex('sessions_token_key').on(t.tokenHash), index('sessions_user_idx').on(t.userId)],
);

export const passwordResets = table(
  'password_resets',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: userId(),
    createdAt: createdAt(),
    expiresAt: timestamp('expires_at').notNull(),
    usedAt: timestamp('used_at'),
  },
  (t) => [index('password_resets_user_idx').on(t.userId)],
);

/** Stored so that a restart does not reset the counts. */
export const authThrottle = table('auth_throttle', {
  bucket: text('bucket').primaryKey(),
  failures: integer('failures').notNull(),
  /** Theoretical arrival time in milliseconds since 1970. */
  tat: bigInteger('tat').notNull(),
  until: timestamp('until').notNull(),
});

/** The lock on its single row puts changes of rights in commit order. */
export const authState = table('auth_state', {
  id: integer('id').primaryKey(),
  seq: bigInteger('seq').notNull(),
});

/** Reductions of rights; every process reads them to invalidate its caches. */
export const authChanges = table(
  'auth_changes',
  {
    seq: bigInteger('seq').primaryKey(),
    kind: text('kind').$type<'key' | 'session' | 'user' | 'workspace' | 'models'>().notNull(),
    ref: text('ref').notNull(),
    at: timestamp('at').notNull(),
  },
  (t) => [index('auth_changes_at_idx').on(t.at)],
);
