import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';

import type { DeliveryPart } from '../../../../shared/automation/publication-delivery';
import { UNSETTLED_DELIVERIES } from '../../../../shared/automation/publication-states';
import type { ScopedDb } from '../../../db/scoped';
import type { NewEvent } from '../../../events/emit';
import type { WriteContext } from '../../channels/channel';
import type { Channels } from '../../engine-types';
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
  const context = { ctx, tx, now, addEvent: (event: NewEvent) => void events.push(event) };
  const handedOver = await handedOverDeliveries(tx, row.id);
  return { references: await withdrawFromChannels(context, ctx.automation.channels, handedOver), events };
}

export async function withdrawFromChannels(
  context: WriteContext,
  channels: Channels,
  deliveries: readonly PublicationDeliveryRow[],
): Promise<ReadonlySet<string>> {
  const references = new Set<string>();
  const lanes = Map.groupBy(deliveries, ({ channel, containerId }) => `${channel} ${containerId}`);
  // A fixed order prevents deadlocks.
  for (const [, rows] of [...lanes].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const [first] = rows;
    const channel = first && channels.of(first.channel);
    const open = rows.flatMap(({ parts }) => openReferences(parts));
    if (!channel || open.length === 0) continue;
    for (const reference of await channel.withdraw(context, first.containerId, open)) references.add(reference);
  }
  return references;
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
  for (const delivery of await handedOverDeliveries(tx, row.id, true)) {
    const parts = withdrawnParts(delivery, withdrawn.references, partStatus);
    if (parts) await tx.update(publicationDeliveries, eq(publicationDeliveries.id, delivery.id), { ...columns, parts });
  }
}

const handedOverDeliveries = (tx: ScopedDb, publicationId: string, lock = false): Promise<PublicationDeliveryRow[]> =>
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
export function withdrawnParts(
  { parts }: Pick<PublicationDeliveryRow, 'parts'>,
  references: ReadonlySet<string>,
  status: 'pending' | 'canceled' | 'expired',
): DeliveryPart[] | null {
  if (!openReferences(parts).every((reference) => references.has(reference))) return null;
  return parts.map((part) => (isOpen(part) ? { ...part, status } : part));
}
