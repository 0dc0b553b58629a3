import type { ScopedDb } from '../../db/scoped';
import { ApiError } from '../../errors';
import type { WhatsAppContext } from '../context';
import { waInstances } from '../schema/instances';
import type { InstanceRow } from '../work-types';

export const grantedInstances = ({ actor }: Pick<WhatsAppContext, 'actor'>): readonly string[] | undefined =>
  actor.type === 'key' ? actor.resources.whatsapp_instances : undefined;

/** Throws the same 404 for a missing instance and for one that the caller cannot see. */
export async function requireInstance(
  ctx: Pick<WhatsAppContext, 'actor' | 'db'>,
  id: string,
  db: ScopedDb = ctx.db,
): Promise<InstanceRow> {
  const row = await db.require(waInstances, id);
  const isSeen = grantedInstances(ctx)?.includes(id) ?? true;
  if (row.deletedAt !== null || !isSeen) throw new ApiError('not_found');
  return row;
}
