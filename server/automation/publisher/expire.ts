import { and, asc, eq, inArray } from 'drizzle-orm';

import { ID_PREFIXES, newId } from '../../../shared/ids';
import type { Services } from '../../context';
import type { Database } from '../../db/database';
import { publicationDeliveries } from '../../db/schema';
import { scoped, type ScopedDb } from '../../db/scoped';
import { overduePublications, lockPublications, type PublicationRef } from '../../db/unscoped/au-publisher';
import { emit, type NewEvent } from '../../events/emit';
import type { Channels } from '../../providers/channels/index';
import type { DeliveryRow } from '../publications/present';
import { holdDeliveries, writeMoved } from './apply';

/** Publications of one look. */
const SLICE = 50;

interface ExpireContext {
  services: () => Services;
  database: Database;
  channels: Channels;
}

/** Ends what was not sent in time, as far as channels can take it back. Returns how many publications it found. */
export async function expire(context: ExpireContext): Promise<number> {
  const { services, database } = context;
  const found = await overduePublications(database, services().now().getTime(), SLICE);
  for (const ref of found) await expireOne(context, ref);
  return found.length;
}

const expireOne = ({ services, database, channels }: ExpireContext, { id, workspaceId }: PublicationRef) =>
  database.transaction(async (store) => {
    const ctx = { ...services(), requestId: newId(ID_PREFIXES.request) };
    const tx = scoped(store, workspaceId);
    const now = ctx.now();
    const events: NewEvent[] = [];
    const raise = (event: NewEvent): void => void events.push(event);

    // Channels hold their containers first.
    const seen = await waitingOf(tx, id);
    const handed = seen.filter(({ reference, nextAttemptAt }) => reference !== null && nextAttemptAt === null);
    const lanes = Map.groupBy(handed, ({ channel, containerId }) => `${channel} ${containerId}`);
    const back = new Set<string>();
    for (const [, rows] of [...lanes].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      const [first] = rows;
      const channel = first && channels.of(first.channel);
      if (channel?.handover !== 'transactional') continue;
      const references = rows.flatMap(({ parts }) => parts.flatMap(({ reference }) => reference ?? []));
      for (const reference of await channel.takeBack({ ctx, tx, now, raise }, first?.containerId ?? '', references)) {
        back.add(reference);
      }
    }

    await lockPublications(store, [id]);
    const rows = await holdDeliveries(
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
          waitingReason: null,
          nextAttemptAt: null,
          parts: before.parts.map((part) => (OPEN.has(part.status) ? { ...part, status: 'expired' as const } : part)),
          updatedAt: now,
        },
      }));
    await emit(ctx, store, workspaceId, [...events, ...(await writeMoved(ctx, tx, moved))]);
  });

const OPEN: ReadonlySet<DeliveryRow['status']> = new Set(['pending', 'waiting', 'sending']);

const waitingOf = (tx: ScopedDb, publicationId: string): Promise<DeliveryRow[]> =>
  tx.select(publicationDeliveries, {
    where: and(
      eq(publicationDeliveries.publicationId, publicationId),
      inArray(publicationDeliveries.status, ['pending', 'waiting']),
    ),
    orderBy: [asc(publicationDeliveries.id)],
  });

/** It was not handed over, or came back. */
function isOver({ status, reference, nextAttemptAt, parts }: DeliveryRow, back: ReadonlySet<string>): boolean {
  if (status !== 'pending' && status !== 'waiting') return false;
  const isHanded = reference !== null && nextAttemptAt === null;
  return !isHanded || parts.every((part) => !OPEN.has(part.status) || back.has(part.reference ?? ''));
}
