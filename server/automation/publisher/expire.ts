import { and, asc, eq, inArray } from 'drizzle-orm';

import { ID_PREFIXES, newId } from '../../../shared/ids';
import type { Database } from '../../db/database';
import { scoped, type ScopedDb } from '../../db/scoped';
import { emit, type NewEvent } from '../../events/emit';
import type { AutomationServices } from '../context';
import type { Channels } from '../engine-types';
import type { PublicationDeliveryRow } from '../publications/present';
import { publicationDeliveries } from '../schema/publications';
import { overduePublications, lockPublications, type PublicationRef } from '../system/publisher';
import { pauseDeliveries, writeMoved } from './apply';

const SLICE = 50;

interface ExpireContext {
  services: () => AutomationServices;
  database: Database;
  channels: Channels;
  isOpen: () => boolean;
}

/** Withdraws and ends what was not sent in time. */
export async function expire(context: ExpireContext): Promise<void> {
  const { services, database, isOpen } = context;
  for (let after = { expiresAt: 0, id: '' }; isOpen();) {
    const now = services().now().getTime();
    const found = await overduePublications(database, { now, after, limit: SLICE });
    for (const ref of found) await expireOne(context, ref);
    const last = found.at(-1);
    if (found.length < SLICE || last === undefined) return;
    after = last;
  }
}

const expireOne = ({ services, database, channels }: ExpireContext, { id, workspaceId }: PublicationRef) =>
  database.transaction(async (store) => {
    const ctx = { ...services(), requestId: newId(ID_PREFIXES.request) };
    const tx = scoped(store, workspaceId);
    const now = ctx.now();
    const events: NewEvent[] = [];
    const raise = (event: NewEvent): void => void events.push(event);

    // Channels lock their containers first.
    const seen = await openOf(tx, id);
    const handed = seen.filter(isHandedOver);
    const lanes = Map.groupBy(handed, ({ channel, containerId }) => `${channel} ${containerId}`);
    const back = new Set<string>();
    for (const [, rows] of [...lanes].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      const [first] = rows;
      const channel = first && channels.of(first.channel);
      if (!channel) continue;
      const references = rows.flatMap(({ parts }) => parts.flatMap(({ reference }) => reference ?? []));
      for (const reference of await channel.withdraw({ ctx, tx, now, raise }, first?.containerId ?? '', references)) {
        back.add(reference);
      }
    }

    await lockPublications(store, [id]);
    const rows = await pauseDeliveries(
      tx,
      seen.map((row) => row.id),
    );
    const moved = rows
      .filter((row) => isOver(row, back))
      .map((before) => ({
        before,
        after: {
          ...before,
          status: 'expired' as const,
          waitReason: null,
          nextAttemptAt: null,
          parts: before.parts.map((part) => (OPEN.has(part.status) ? { ...part, status: 'expired' as const } : part)),
          updatedAt: now,
        },
      }));
    await emit(ctx, tx, [...events, ...(await writeMoved(ctx, tx, moved))]);
  });

const OPEN: ReadonlySet<PublicationDeliveryRow['status']> = new Set(['pending', 'waiting', 'sending']);

const openOf = (tx: ScopedDb, publicationId: string): Promise<PublicationDeliveryRow[]> =>
  tx.select(publicationDeliveries, {
    where: and(
      eq(publicationDeliveries.publicationId, publicationId),
      inArray(publicationDeliveries.status, ['pending', 'waiting', 'sending']),
    ),
    orderBy: [asc(publicationDeliveries.id)],
  });

const isHandedOver = ({ reference, nextAttemptAt }: PublicationDeliveryRow): boolean =>
  reference !== null && nextAttemptAt === null;

/** Not handed over, or withdrawn. */
function isOver(row: PublicationDeliveryRow, back: ReadonlySet<string>): boolean {
  if (!OPEN.has(row.status)) return false;
  return !isHandedOver(row) || row.parts.every((part) => !OPEN.has(part.status) || back.has(part.reference ?? ''));
}
