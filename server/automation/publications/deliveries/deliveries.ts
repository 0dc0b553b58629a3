import { and, eq, inArray } from 'drizzle-orm';

import type { DeliveryPart, PublicationDelivery } from '../../../../shared/automation/publication-delivery';
import type {
  ListDeliveries,
  ListPublicationDeliveries,
  PublicationDeliveryId,
  ResolveDelivery,
  RetryDelivery,
} from '../../../../shared/automation/publication-verbs';
import type { Page } from '../../../../shared/page';
import { given } from '../../../db/match';
import type { ScopedDb } from '../../../db/scoped';
import { fieldError } from '../../../errors';
import { emit, type NewEvent } from '../../../events/emit';
import { pageOfRows } from '../../../paging';
import { requireTag, tagged } from '../../../whatsapp/etag';
import type { AutomationCall } from '../../context';
import { publicationDeliveries, publications } from '../../schema/publications';
import { writeRow } from '../change';
import { deliveriesWithin, reachOf } from '../compose/reach';
import { deliveryEvent, publicationEvent } from '../events';
import { requireDelivery, requirePublication } from '../find';
import { type DeliveryRow, presentDelivery, type PublicationRow } from '../present';
import { settlePublication } from '../settle';
import { requireDeliveryVerb, type DeliveryVerb } from '../states';
import { publishingAgain, requeueDeliveries, retriedStatuses } from './requeue';

type Filters = Pick<ListDeliveries, 'status' | 'channel' | 'publication_id' | 'instance_id'>;

/** The deliveries that filters choose, of those that the caller sees. */
export const deliveriesWhere = (ctx: Pick<AutomationCall, 'actor'>, filters: Filters) =>
  and(
    deliveriesWithin(reachOf(ctx)),
    given(filters.status, (statuses) => inArray(publicationDeliveries.status, statuses)),
    given(filters.channel, (kinds) => inArray(publicationDeliveries.channel, kinds)),
    given(filters.publication_id, (id) => eq(publicationDeliveries.publicationId, id)),
    given(filters.instance_id, (id) => eq(publicationDeliveries.instanceId, id)),
  );

/** A page of deliveries of all publications, newest first. */
export async function listDeliveries(
  ctx: AutomationCall,
  { limit, cursor, ...filters }: ListDeliveries,
): Promise<Page<PublicationDelivery>> {
  const where = deliveriesWhere(ctx, filters);
  const asked = { ...filters, instances: reachOf(ctx) };
  return pageOfRows(ctx.db, publicationDeliveries, { limit, cursor, where, filters: asked }, presentDelivery);
}

/** As `listDeliveries`, of one publication. Throws 404. */
export async function listPublicationDeliveries(
  ctx: AutomationCall,
  input: ListPublicationDeliveries,
): Promise<Page<PublicationDelivery>> {
  await requirePublication(ctx, ctx.db, input);
  return listDeliveries(ctx, input);
}

export async function getDelivery(ctx: AutomationCall, input: PublicationDeliveryId): Promise<PublicationDelivery> {
  const row = await requireDelivery(ctx, ctx.db, input);
  return tagged(ctx, row.version, presentDelivery(row));
}

/** Sends a delivery again. Throws 409 where its state does not allow it, 422 where it may have arrived. */
export const retryDelivery = (
  ctx: AutomationCall,
  { may_duplicate: mayDuplicate, ...input }: RetryDelivery,
): Promise<PublicationDelivery> =>
  changeDelivery(ctx, input, 'retry', async ({ tx, delivery, publication, now }) => {
    if (delivery.status === 'unconfirmed' && !mayDuplicate) {
      const message = '`may_duplicate` must be true, because the delivery may already have arrived.';
      throw fieldError('unprocessable', '/may_duplicate', 'required', message);
    }
    await requeueDeliveries(tx, [delivery], retriedStatuses(mayDuplicate), now);
    const row = await writeRow({ ctx, tx, row: publication, now }, publishingAgain(publication, now));
    return row.status === publication.status ? [] : [publicationEvent('updated', row)];
  });

/** Says what became of a delivery of which nobody can tell. Throws 409 for any other. */
export const resolveDelivery = (
  ctx: AutomationCall,
  { outcome, ...input }: ResolveDelivery,
): Promise<PublicationDelivery> =>
  changeDelivery(ctx, input, 'resolve', async ({ tx, delivery, publication, now }) => {
    const isSent = outcome === 'sent';
    const [after = delivery] = await tx.update(publicationDeliveries, eq(publicationDeliveries.id, delivery.id), {
      status: outcome,
      parts: delivery.parts.map((part): DeliveryPart =>
        part.status === 'unconfirmed' ? { ...part, status: outcome } : part,
      ),
      ...(isSent ? { sentAt: delivery.sentAt ?? now, error: null } : {}),
      nextAttemptAt: null,
      updatedAt: now,
      version: delivery.version + 1,
    });
    return [deliveryEvent(outcome, after, publication), ...(await settlePublication(ctx, tx, publication.id))];
  });

interface DeliveryChange {
  tx: ScopedDb;
  delivery: DeliveryRow;
  publication: PublicationRow;
  now: Date;
}

/** Changes a delivery in a transaction, with its publication locked, once both their states allow the verb. */
function changeDelivery(
  ctx: AutomationCall,
  input: PublicationDeliveryId,
  verb: DeliveryVerb,
  run: (change: DeliveryChange) => Promise<NewEvent[]>,
): Promise<PublicationDelivery> {
  return ctx.db.transaction(async (tx) => {
    const seen = await requireDelivery(ctx, tx, input);
    const publication = await tx.require(publications, seen.publicationId, { lock: true });
    const delivery = await tx.require(publicationDeliveries, seen.id, { lock: true });
    requireDeliveryVerb(delivery, publication, verb);
    requireTag(ctx, delivery.version);
    const events = await run({ tx, delivery, publication, now: ctx.now() });
    await emit(ctx, tx.store, ctx.workspaceId, events);
    const after = await tx.require(publicationDeliveries, delivery.id);
    return tagged(ctx, after.version, presentDelivery(after));
  });
}
