import { andThen, type Awaitable } from '../../awaitable';
import type { ScopedDb } from '../../db/scoped';
import { ApiError } from '../../errors';
import type { WhatsAppContext } from '../context';
import { waInstances } from '../schema/instances';
import type { InstanceRow } from '../work-types';

export const grantedInstances = ({ actor }: Pick<WhatsAppContext, 'actor'>): readonly string[] | undefined =>
  actor.type === 'key' ? actor.resources.whatsapp_instances : undefined;

/** Throws the same 404 for a missing instance and for one that the caller cannot see. */
export const requireInstance = (
  ctx: Pick<WhatsAppContext, 'actor' | 'db'>,
  id: string,
  db: ScopedDb = ctx.db,
): Awaitable<InstanceRow> =>
  andThen(db.require(waInstances, id), (row) => {
    const isSeen = grantedInstances(ctx)?.includes(id) ?? true;
    if (row.deletedAt !== null || !isSeen) throw new ApiError('not_found');
    return row;
  });

/** Throws 404 for an object that is missing or of another instance. */
export function requireOfInstance<R extends { instanceId: string }>(row: R | undefined, instanceId: string): R {
  if (row?.instanceId !== instanceId) throw new ApiError('not_found');
  return row;
}
