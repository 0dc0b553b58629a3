import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm';

import type { DeliveryPart } from '../../../../shared/automation/publication-delivery';
import { UNSETTLED_DELIVERIES } from '../../../../shared/automation/publication-states';
import type { ScopedDb } from '../../../db/scoped';
import type { NewEvent } from '../../../events/emit';
import { publicationDeliveries } from '../../schema/publications';
import type { Change } from '../change';
import type { DeliveryRow } from '../present';

/** What channels gave back of a publication. */
export interface TakenBack {
  /** References that will not arrive. */
  references: ReadonlySet<string>;
  /** What the channels have to tell of it. */
  events: NewEvent[];
}

/**
 * Asks the channels for what they were handed of a publication and did not send yet. It runs ahead of the lock on the
 * publication, since channels hold their containers first.
 */
export async function takeBack({ ctx, tx, row, now }: Change): Promise<TakenBack> {
  const events: NewEvent[] = [];
  const references = new Set<string>();
  const handed = await handedOver(tx, row.id);
  const lanes = Map.groupBy(handed, ({ channel, containerId }) => `${channel} ${containerId}`);

  // In one order, so that two callers do not wait for each other.
  for (const [, deliveries] of [...lanes].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const [{ channel: kind, containerId } = { channel: '', containerId: '' }] = deliveries;
    const channel = ctx.automation.channels.of(kind);
    if (channel?.handover !== 'transactional') continue;
    const hand = { ctx, tx, now, raise: (event: NewEvent) => void events.push(event) };
    const open = deliveries.flatMap(({ parts }) => openReferences(parts));
    for (const reference of await channel.takeBack(hand, containerId, open)) references.add(reference);
  }
  return { references, events };
}

/** Deliveries that a channel has in its hands. */
export const handedOver = (tx: ScopedDb, publicationId: string, lock = false): Promise<DeliveryRow[]> =>
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

/** What channels hold. A part that is `pending` has a reference where it came back from there, or failed. */
const openReferences = (parts: readonly DeliveryPart[]): string[] =>
  parts
    .filter(({ status }) => status === 'waiting' || status === 'sending')
    .flatMap(({ reference }) => reference ?? []);

/**
 * The parts of a delivery whose open ones all came back, in the state that they have then; null where one of them is
 * still on its way. A part that is `pending` keeps its reference, under which it is handed over again.
 */
export function partsBack(
  { parts }: Pick<DeliveryRow, 'parts'>,
  { references }: TakenBack,
  status: 'pending' | 'canceled',
): DeliveryPart[] | null {
  if (!openReferences(parts).every((reference) => references.has(reference))) return null;
  return parts.map((part) => (isOpen(part) ? { ...part, status } : part));
}
