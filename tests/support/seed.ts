import { sessionCookieName } from '../../server/access/guard/session';
import { sessions } from '../../server/access/schema/accounts';
import { apiKeys, apiKeySecrets } from '../../server/access/schema/keys';
import { members } from '../../server/access/schema/workspaces';
import { queries, type Store } from '../../server/db/database';
import { users } from '../../server/db/users';
import { workspaces } from '../../server/db/workspaces';
import { base62Token, keyHint, newKeySecret, sha256Hex } from '../../server/secrets/tokens';
import { ALL_SCOPES, type KeyKind, type Role, type Scope } from '../../shared/access/scopes';
import { newId } from '../../shared/ids';
import { database } from './app';

const db = queries(database);

/** `on` is another database than the one of the run. */
export async function seedWorkspace(name = 'Test', on: Store = database): Promise<string> {
  const id = newId('ws');
  const now = new Date();
  const rateLimit = { requests: 100_000, window_seconds: 1 };
  await queries(on).insert(workspaces).values({ id, name, rateLimit, createdAt: now, updatedAt: now });
  return id;
}

type KeyColumns = Partial<typeof apiKeys.$inferInsert>;

/** A key straight in the database, for tests that are not about making keys. Its quota never gets in the way. */
export async function seedKey(
  workspaceId: string,
  { scopes = [...ALL_SCOPES], kind = 'ak', ...columns }: { scopes?: Scope[]; kind?: KeyKind } & KeyColumns = {},
  on: Store = database,
): Promise<{ id: string; secret: string }> {
  const id = newId('key');
  const secret = newKeySecret(kind);
  const now = new Date();
  await queries(on)
    .insert(apiKeys)
    .values({
      id,
      workspaceId,
      kind,
      name: 'Test key',
      metadata: {},
      scopes,
      resources: {},
      allowedCidrs: [],
      allowedOrigins: [],
      rateLimit: { requests: 100_000, window_seconds: 1 },
      createdBy: { type: 'system', id: 'test', name: 'Test' },
      createdAt: now,
      updatedAt: now,
      ...columns,
    });
  await queries(on)
    .insert(apiKeySecrets)
    .values({ hash: sha256Hex(secret), workspaceId, keyId: id, maskedSecret: keyHint(secret), createdAt: now });
  return { id, secret };
}

/** A person with a session, straight in the database. `cookie` goes into the header of that name. */
export async function seedUser({ admin = false, passwordHash = null as string | null } = {}) {
  const id = newId('usr');
  const sessionId = newId('ses');
  const email = `${id}@example.com`;
  const token = base62Token(43);
  const now = new Date();
  const later = new Date(now.getTime() + 86_400_000);
  await db.insert(users).values({ id, email, name: 'Ada', passwordHash, instanceAdmin: admin, createdAt: now });
  await db.insert(sessions).values({
    id: sessionId,
    tokenHash: sha256Hex(token),
    userId: id,
    createdAt: now,
    lastSeenAt: now,
    passwordVerifiedAt: now,
    idleExpiresAt: later,
    expiresAt: later,
    ip: '127.0.0.1',
    userAgent: 'test',
  });
  return { id, email, sessionId, cookieFor: (baseUrl: string) => `${sessionCookieName(baseUrl)}=${token}` };
}

export async function seedMember(workspaceId: string, userId: string, role: Role): Promise<string> {
  const id = newId('mem');
  await db.insert(members).values({ id, workspaceId, userId, role, createdAt: new Date() });
  return id;
}
