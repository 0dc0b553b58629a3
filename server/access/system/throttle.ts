import { inArray, lt, sql } from 'drizzle-orm';

import { queries, type Store } from '../../db/database';
import { authThrottle } from '../schema/accounts';

export type ThrottleRow = typeof authThrottle.$inferSelect;

interface Failure {
  bucket: string;
  /** Milliseconds added to the theoretical arrival time. */
  costMs: number;
  until: Date;
}

export async function readThrottle(store: Store, buckets: string[]): Promise<ThrottleRow[]> {
  return queries(store).select().from(authThrottle).where(inArray(authThrottle.bucket, buckets));
}

/** Adds in SQL, so that processes do not overwrite each other’s failures. */
export async function addFailures(tx: Store, failures: readonly Failure[], now: number): Promise<void> {
  const { bucket, tat, until } = authThrottle;
  await queries(tx)
    .insert(authThrottle)
    // A fixed order prevents deadlocks.
    .values(
      failures
        .map((failure) => ({ bucket: failure.bucket, failures: 1, tat: now + failure.costMs, until: failure.until }))
        .toSorted((a, b) => (a.bucket < b.bucket ? -1 : 1)),
    )
    .onConflictDoUpdate({
      target: bucket,
      set: {
        failures: sql`case when ${tat} + 86400000 < ${now} then 1 else ${authThrottle.failures} + 1 end`,
        tat: sql`case when ${tat} > ${now} then ${tat} + excluded.tat - ${now} else excluded.tat end`,
        until: sql`case when ${until} > excluded.until then ${until} else excluded.until end`,
      },
    });
}

export async function clearThrottle(tx: Store, buckets: string[]): Promise<void> {
  await queries(tx).delete(authThrottle).where(inArray(authThrottle.bucket, buckets));
}

export async function purgeThrottle(store: Store, now: Date): Promise<void> {
  await queries(store).delete(authThrottle).where(lt(authThrottle.until, now));
}
