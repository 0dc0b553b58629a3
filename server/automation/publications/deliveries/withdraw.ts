import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';

import type { DeliveryPart } from '../../../../shared/automation/publication-delivery';
import { UNSETTLED_DELIVERIES } from '../../../../shared/automation/publication-states';
import type { ScopedDb } from '../../../db/scoped';
import type { NewEvent } from '../../../events/emit';
import { publicationDeliveries } from '../../schema/publications';
import type { Change } from '../change';
import type { PublicationDeliveryRow } from '../present';

export interface Withdrawn {
  references: ReadonlySet<string>;
  events: NewEvent[];
}

/** Runs before the publication is locked, since channels lock their containers first. */
export async function withdrawDeliveries({ ctx, tx, row, now }: Change): Promise<Withdrawn> {
  const events: NewEvent[] = [];
  const references = new Set<string>();
  const handed = await handedOver(tx, row.id);
  const lanes = Map.groupBy(handed, ({ channel, containerId }) => `${channel} ${containerId}`);

  // One order prevents deadlocks.
  for (const [, deliveries] of [...lanes].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const [{ channel: kind, containerId } = { channel: '', containerId: '' }] = deliveries;
    const channel = ctx.automation.channels.of(kind);
    if (!channel) continue;
    const hand = { ctx, tx, now, raise: (event: NewEvent) => void events.push(event) };
    const open = deliveries.flatMap(({ parts }) => openReferences(parts));
    for (const reference of await channel.withdraw(hand, containerId, open)) references.add(reference);
  }
  return { references, events };
}

/** Changes every delivery that is not in progress, after `withdrawDeliveries`. */
export async function updateUnsent(
  { tx, row }: Change,
  withdrawn: Withdrawn,
  columns: Pick<PublicationDeliveryRow, 'status' | 'waitReason' | 'nextAttemptAt' | 'updatedAt'>,
  partStatus: 'pending' | 'canceled',
): Promise<void> {
  await tx.update(
    publicationDeliveries,
    and(
      eq(publicationDeliveries.publicationId, row.id),
      inArray(publicationDeliveries.status, ['pending', 'waiting']),
      isNull(publicationDeliveries.reference),
    ),
    columns,
  );
  for (const delivery of await handedOver(tx, row.id, true)) {
    const parts = remainingParts(delivery, withdrawn, partStatus);
    if (parts) await tx.update(publicationDeliveries, eq(publicationDeliveries.id, delivery.id), { ...columns, parts });
  }
}

const handedOver = (tx: ScopedDb, publicationId: string, lock = false): Promise<PublicationDeliveryRow[]> =>
  tx.select(publicationDeliveries, {
    where: and(
      eq(publicationDeliveries.publicationId, publicationId),
      inArray(publicationDeliveries.status, [...UNSETTLED_DELIVERIES]),
      isNotNull(publicationDeliveries.reference),
    ),
    orderBy: [asc(publicationDeliveries.id)],
    lock,
  });

const isOpen = ({ status }: DeliveryPart): boolean =>
  status === 'pending' || status === 'waiting' || status === 'sending';

/** A `pending` part has a reference after a withdrawal or a failure. */
const openReferences = (parts: readonly DeliveryPart[]): string[] =>
  parts
    .filter(({ status }) => status === 'waiting' || status === 'sending')
    .flatMap(({ reference }) => reference ?? []);

/** Null while a part is still in progress. A `pending` part keeps its reference for the next attempt. */
function remainingParts(
  { parts }: Pick<PublicationDeliveryRow, 'parts'>,
  { references }: Withdrawn,
  status: 'pending' | 'canceled',
): DeliveryPart[] | null {
  if (!openReferences(parts).every((reference) => references.has(reference))) return null;
  return parts.map((part) => (isOpen(part) ? { ...part, status } : part));
}
