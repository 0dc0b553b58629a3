import type { ScopedDb } from '../../db/scoped';
import { ApiError } from '../../errors';
import type { WhatsAppContext } from '../context';
import { waInstances } from '../schema/instances';
import type { InstanceRow } from '../work';

/** The instances that a key is narrowed to; undefined for all. */
export const narrowedTo = ({ actor }: Pick<WhatsAppContext, 'actor'>): readonly string[] | undefined =>
  actor.type === 'key' ? actor.resources.whatsapp_instances : undefined;

/** A live instance that the caller may see. Throws 404, the same for one that is not there and one that is not seen. */
export async function requireInstance(
  ctx: Pick<WhatsAppContext, 'actor' | 'db'>,
  id: string,
  db: ScopedDb = ctx.db,
): Promise<InstanceRow> {
  const row = await db.require(waInstances, id);
  const isSeen = narrowedTo(ctx)?.includes(id) ?? true;
  if (row.deletedAt !== null || !isSeen) throw new ApiError('not_found');
  return row;
}
