import { and, asc, eq, inArray } from 'drizzle-orm';

import { ID_PREFIXES, newId } from '../../../shared/ids';
import type { Database } from '../../db/database';
import { scoped, type ScopedDb } from '../../db/scoped';
import { emit, type NewEvent } from '../../events/emit';
import type { WriteContext } from '../channels/channel';
import type { AutomationServices } from '../context';
import type { Channels } from '../engine-types';
import { withdrawFromChannels, withdrawnParts } from '../publications/deliveries/withdraw';
import type { PublicationDeliveryRow } from '../publications/present';
import { publicationDeliveries } from '../schema/publications';
import { overduePublications, type PublicationRef } from '../system/publisher';
import { changeDeliveries } from './change';

const SLICE = 50;

interface ExpireContext {
  services: () => AutomationServices;
  database: Database;
  channels: Channels;
  isOpen: () => boolean;
}

export async function expirePublications(context: ExpireContext): Promise<void> {
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
    const context: WriteContext = { ctx, tx, now, addEvent: (event) => void events.push(event) };

    // Channels lock their containers before the publication is locked.
    const open = await openDeliveries(tx, id);
    const withdrawn = await withdrawFromChannels(context, channels, open);
    const ids = open.map((row) => row.id);
    const changed = await changeDeliveries(ctx, tx, ids, (row) => {
      const parts = OPEN.includes(row.status) ? withdrawnParts(row, withdrawn, 'expired') : null;
      return parts ? [{ ...row, parts, status: 'expired', waitReason: null, nextAttemptAt: null, updatedAt: now }] : [];
    });
    await emit(ctx, tx, [...events, ...changed.events]);
  });

const OPEN: readonly PublicationDeliveryRow['status'][] = ['pending', 'waiting', 'sending'];

const openDeliveries = (tx: ScopedDb, publicationId: string): Promise<PublicationDeliveryRow[]> =>
  tx.select(publicationDeliveries, {
    where: and(
      eq(publicationDeliveries.publicationId, publicationId),
      inArray(publicationDeliveries.status, [...OPEN]),
    ),
    orderBy: [asc(publicationDeliveries.id)],
  });
