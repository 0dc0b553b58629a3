import { and, eq, inArray } from 'drizzle-orm';

import type { DeliveryPart, PublicationDelivery } from '../../../../shared/automation/publication-delivery';
import type {
  ListPublicationDeliveries,
  ListDeliveriesOfPublication,
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
import { requireTag, tagged } from '../../../whatsapp';
import type { AutomationCall } from '../../context';
import { publicationDeliveries, publications } from '../../schema/publications';
import { writeRow } from '../change';
import { deliveriesWithin, grantedInstanceIds } from '../compose/granted-instances';
import { deliveryEvent, publicationEvent } from '../events';
import { requirePublicationDelivery, requirePublication } from '../find';
import { type PublicationDeliveryRow, presentPublicationDelivery, type PublicationRow } from '../present';
import { settlePublication } from '../settle';
import { requireDeliveryVerb, type DeliveryVerb } from '../states';
import { publishingAgain, requeueDeliveries, retriedStatuses } from './requeue';

type Filters = Pick<ListPublicationDeliveries, 'status' | 'channel' | 'publication_id' | 'instance_id'>;

export const deliveriesWhere = (ctx: Pick<AutomationCall, 'actor'>, filters: Filters) =>
  and(
    deliveriesWithin(grantedInstanceIds(ctx)),
    given(filters.status, (statuses) => inArray(publicationDeliveries.status, statuses)),
    given(filters.channel, (kinds) => inArray(publicationDeliveries.channel, kinds)),
    given(filters.publication_id, (id) => eq(publicationDeliveries.publicationId, id)),
    given(filters.instance_id, (id) => eq(publicationDeliveries.instanceId, id)),
  );

export async function listPublicationDeliveries(
  ctx: AutomationCall,
  { limit, cursor, ...filters }: ListPublicationDeliveries,
): Promise<Page<PublicationDelivery>> {
  const where = deliveriesWhere(ctx, filters);
  const asked = { ...filters, instances: grantedInstanceIds(ctx) };
  return pageOfRows(ctx.db, publicationDeliveries, { limit, cursor, where, filters: asked }, (rows) =>
    rows.map(presentPublicationDelivery),
  );
}

/** Throws 404. */
export async function listOfPublication(
  ctx: AutomationCall,
  input: ListDeliveriesOfPublication,
): Promise<Page<PublicationDelivery>> {
  await requirePublication(ctx, ctx.db, input);
  return listPublicationDeliveries(ctx, input);
}

export async function getPublicationDelivery(
  ctx: AutomationCall,
  input: PublicationDeliveryId,
): Promise<PublicationDelivery> {
  const row = await requirePublicationDelivery(ctx, ctx.db, input);
  return tagged(ctx, row.version, presentPublicationDelivery(row));
}

/** Throws 409 when the state does not allow it, 422 when it may have arrived. */
export const retryPublicationDelivery = (
  ctx: AutomationCall,
  { retry_unconfirmed: retryUnconfirmed, ...input }: RetryDelivery,
): Promise<PublicationDelivery> =>
  changeDelivery(ctx, input, 'retry', async ({ tx, delivery, publication, now }) => {
    if (delivery.status === 'unconfirmed' && !retryUnconfirmed) {
      const message = '`retry_unconfirmed` must be true, because the delivery may already have arrived.';
      throw fieldError('unprocessable', '/retry_unconfirmed', 'required', message);
    }
    await requeueDeliveries(tx, [delivery], retriedStatuses(retryUnconfirmed), now);
    const row = await writeRow({ ctx, tx, row: publication, now }, publishingAgain(publication, now));
    return row.status === publication.status ? [] : [publicationEvent('updated', row)];
  });

/** Sets the result of an unconfirmed delivery. Throws 409 for any other. */
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
  delivery: PublicationDeliveryRow;
  publication: PublicationRow;
  now: Date;
}

function changeDelivery(
  ctx: AutomationCall,
  input: PublicationDeliveryId,
  verb: DeliveryVerb,
  run: (change: DeliveryChange) => Promise<NewEvent[]>,
): Promise<PublicationDelivery> {
  return ctx.db.transaction(async (tx) => {
    const seen = await requirePublicationDelivery(ctx, tx, input);
    const publication = await tx.require(publications, seen.publicationId, { lock: true });
    const delivery = await tx.require(publicationDeliveries, seen.id, { lock: true });
    requireDeliveryVerb(delivery, publication, verb);
    requireTag(ctx, delivery.version);
    const events = await run({ tx, delivery, publication, now: ctx.now() });
    await emit(ctx, tx, events);
    const after = await tx.require(publicationDeliveries, delivery.id);
    return tagged(ctx, after.version, presentPublicationDelivery(after));
  });
}
