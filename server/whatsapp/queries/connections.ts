import { eq, desc, and, lte } from 'drizzle-orm';

import { type Store, queries } from '../../db/database';
import type { ScopedDb } from '../../db/scoped';
import { waInstanceHistory } from '../schema/instances';

const MAX_HISTORY = 100;

export async function insertInstanceState(tx: Store, state: typeof waInstanceHistory.$inferInsert): Promise<void> {
  const db = queries(tx);
  const ofInstance = and(
    eq(waInstanceHistory.workspaceId, state.workspaceId),
    eq(waInstanceHistory.instanceId, state.instanceId),
  );
  await db.insert(waInstanceHistory).values(state);
  const [oldest] = await db
    .select({ seq: waInstanceHistory.seq })
    .from(waInstanceHistory)
    .where(ofInstance)
    .orderBy(desc(waInstanceHistory.seq))
    .limit(1)
    .offset(MAX_HISTORY);
  if (oldest === undefined) return;
  await db.delete(waInstanceHistory).where(and(ofInstance, lte(waInstanceHistory.seq, oldest.seq)));
}

export const readInstanceStates = (db: ScopedDb, instanceId: string, limit: number) =>
  db.select(waInstanceHistory, {
    where: eq(waInstanceHistory.instanceId, instanceId),
    orderBy: [desc(waInstanceHistory.seq)],
    limit,
  });
