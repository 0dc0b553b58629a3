import type { PublicationId } from '../../../shared/automation/publication-inputs';
import type { PublicationDeliveryId } from '../../../shared/automation/publication-verbs';
import type { ScopedDb } from '../../db/scoped';
import { ApiError } from '../../errors';
import type { AutomationCall } from '../context';
import { publicationDeliveries, publications } from '../schema/publications';
import { isWithinGrant, grantedInstanceIds } from './compose/granted-instances';
import type { PublicationDeliveryRow, PublicationRow } from './present';

type Caller = Pick<AutomationCall, 'actor'>;

/** Throws the same 404 for a missing publication and for one that the caller cannot see. */
export async function requirePublication(
  ctx: Caller,
  db: ScopedDb,
  { publication_id: id }: PublicationId,
  selection: { lock?: boolean } = {},
): Promise<PublicationRow> {
  const row = await db.require(publications, id, selection);
  if (!isWithinGrant(grantedInstanceIds(ctx), row)) throw new ApiError('not_found');
  return row;
}

export async function requirePublicationDelivery(
  ctx: Caller,
  db: ScopedDb,
  { delivery_id: id }: PublicationDeliveryId,
): Promise<PublicationDeliveryRow> {
  const row = await db.require(publicationDeliveries, id);
  const access = grantedInstanceIds(ctx);
  if (access === null) return row;
  if (row.instanceId === null) await requirePublication(ctx, db, { publication_id: row.publicationId });
  else if (!access.includes(row.instanceId)) throw new ApiError('not_found');
  return row;
}
