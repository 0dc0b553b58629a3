import { eq } from 'drizzle-orm';

import { queries, type Store } from '../database';
import { authState, instance } from '../schema';

/** Makes the rows that the installation stands on, once. */
export async function ensureInstance(store: Store, now: Date): Promise<void> {
  const db = queries(store);
  await db.insert(instance).values({ id: 1, createdAt: now }).onConflictDoNothing();
  await db.insert(authState).values({ id: 1, seq: 0 }).onConflictDoNothing();
}

/** Whether the database answers. */
export async function pingDatabase(store: Store): Promise<boolean> {
  try {
    await queries(store).select({ id: instance.id }).from(instance).where(eq(instance.id, 1));
    return true;
  } catch {
    return false;
  }
}
