import { and, eq, isNull, lt, or } from 'drizzle-orm';

import { apiKeys, apiKeySecrets, sessions } from '../../access';
import { chunked } from '../../chunked';
import { queries, type Store } from '../../db/database';
import { insertRows } from '../../db/insert-new';
import { requestLogs } from '../schema';

export type RequestLogRow = typeof requestLogs.$inferInsert;

const ROWS_PER_STATEMENT = 200;

export async function insertRequestLogs(tx: Store, rows: readonly RequestLogRow[]): Promise<void> {
  for (const some of chunked(rows, ROWS_PER_STATEMENT)) {
    await insertRows(tx, requestLogs, some, { skipsConflicts: true });
  }
}

export interface KeyUse {
  hash: string;
  workspaceId: string;
  keyId: string;
  at: Date;
  ip: string;
  userAgent: string;
}

/** Ignores times before the stored one. */
export async function touchKeys(tx: Store, uses: readonly KeyUse[]): Promise<void> {
  const db = queries(tx);
  // Keys before secrets, as a rotation locks them, so that the two cannot deadlock.
  for (const { workspaceId, keyId, at, ip, userAgent } of uses) {
    await db
      .update(apiKeys)
      .set({ lastUsedAt: at, lastUsedIp: ip, lastUsedUserAgent: userAgent })
      .where(
        and(
          eq(apiKeys.workspaceId, workspaceId),
          eq(apiKeys.id, keyId),
          or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, at)),
        ),
      );
  }
  for (const { hash, at, ip } of uses) {
    await db
      .update(apiKeySecrets)
      .set({ lastUsedAt: at, lastUsedIp: ip })
      .where(and(eq(apiKeySecrets.hash, hash), or(isNull(apiKeySecrets.lastUsedAt), lt(apiKeySecrets.lastUsedAt, at))));
  }
}

/** Skips sessions that another process just updated. */
export async function touchSessions(
  tx: Store,
  uses: readonly { id: string; at: Date }[],
  { idleMs, everyMs }: { idleMs: number; everyMs: number },
): Promise<void> {
  for (const { id, at } of uses) {
    await queries(tx)
      .update(sessions)
      .set({ lastSeenAt: at, idleExpiresAt: new Date(at.getTime() + idleMs) })
      .where(and(eq(sessions.id, id), lt(sessions.lastSeenAt, new Date(at.getTime() - everyMs + 1))));
  }
}
