import { and, eq, inArray, sql } from 'drizzle-orm';

import { queries, type Store } from '../../db/database';
import { waPacing } from '../schema/instances';
import type { Owner } from './people';

/** When the next message conforms to its rate, by key, in milliseconds since 1970. */
export async function readPaces(
  store: Store,
  { id, workspaceId }: Owner,
  keys: string[],
): Promise<Map<string, number>> {
  const rows = await queries(store)
    .select()
    .from(waPacing)
    .where(and(eq(waPacing.workspaceId, workspaceId), eq(waPacing.instanceId, id), inArray(waPacing.key, keys)));
  return new Map(rows.map(({ key, theoreticalAt }) => [key, theoreticalAt.getTime()]));
}

export async function writePaces(
  tx: Store,
  { id: instanceId, workspaceId }: Owner,
  paces: ReadonlyMap<string, number>,
): Promise<void> {
  if (paces.size === 0) return;
  const values = [...paces].map(([key, at]) => ({
    workspaceId,
    instanceId,
    key,
    theoreticalAt: new Date(Math.ceil(at)),
  }));
  await queries(tx)
    .insert(waPacing)
    .values(values)
    .onConflictDoUpdate({
      target: [waPacing.instanceId, waPacing.key],
      set: { theoreticalAt: sql`excluded.theoretical_at` },
    });
}
