import type { PublicationId } from '../../../shared/automation/publication-inputs';
import type { PublicationDeliveryId } from '../../../shared/automation/publication-verbs';
import type { ScopedDb } from '../../db/scoped';
import { ApiError } from '../../errors';
import type { AutomationCall } from '../context';
import { publicationDeliveries, publications } from '../schema/publications';
import { isWithinReach, reachOf } from './compose/reach';
import type { DeliveryRow, PublicationRow } from './present';

type Caller = Pick<AutomationCall, 'actor'>;

/** A publication that the caller sees. Throws 404, the same for one that is not there and one that is not seen. */
export async function requirePublication(
  ctx: Caller,
  db: ScopedDb,
  { publication_id: id }: PublicationId,
  selection: { lock?: boolean } = {},
): Promise<PublicationRow> {
  const row = await db.require(publications, id, selection);
  if (!isWithinReach(reachOf(ctx), row)) throw new ApiError('not_found');
  return row;
}

/** As `requirePublication`, of a delivery. */
export async function requireDelivery(
  ctx: Caller,
  db: ScopedDb,
  { delivery_id: id }: PublicationDeliveryId,
): Promise<DeliveryRow> {
  const row = await db.require(publicationDeliveries, id);
  const reach = reachOf(ctx);
  if (reach === null) return row;
  if (row.instanceId === null) await requirePublication(ctx, db, { publication_id: row.publicationId });
  else if (!reach.includes(row.instanceId)) throw new ApiError('not_found');
  return row;
}
