import { queries, type Store } from '../../server/db/database';
import { waInstances } from '../../server/whatsapp/schema/instances';
import { newId } from '../../shared/ids';
import { DEFAULT_SETTINGS } from '../../shared/whatsapp/instance';
import { database } from '../support/app';

export type InstanceColumns = Partial<typeof waInstances.$inferInsert>;

/** A connected instance straight in the database. */
export async function insertInstance(workspaceId: string, columns: InstanceColumns = {}, on: Store = database) {
  const [id, now] = [newId('wai'), new Date()];
  const [row] = await queries(on)
    .insert(waInstances)
    .values({
      id,
      workspaceId,
      name: id,
      driver: 'sandbox',
      status: 'connected',
      statusChangedAt: now,
      metadata: {},
      settings: DEFAULT_SETTINGS,
      healthReasons: [],
      createdAt: now,
      updatedAt: now,
      ...columns,
    })
    .returning();
  if (!row) throw new Error('No instance was made.');
  return row;
}
