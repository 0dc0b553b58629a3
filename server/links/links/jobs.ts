import { and, inArray, isNull, lte } from 'drizzle-orm';

import { newId } from '../../../shared/ids';
import { scoped } from '../../db/scoped';
import { emit } from '../../events/emit';
import type { LinksServices } from '../context';
import { deleteLinkRemovals, listExpiredLinks, listLinkRemovals } from '../queries/writes';
import { links } from '../schema/links';
import { figuresOf } from './figures';
import { presentLinks } from './present';

/** Links of one round; a full one means that there are more. */
export const LINKS_AT_A_TIME = 250;
/** Clicks from before the end of a link are drained by then. */
const DRAINED_MS = 60_000;

/** Tells of links that reached their expiry, each once. Returns how many. */
export async function tellExpiredLinks(services: LinksServices): Promise<number> {
  const due = await listExpiredLinks(services.store, services.now(), LINKS_AT_A_TIME);
  let told = 0;
  for (const [workspaceId, rows] of Map.groupBy(due, (row) => row.workspaceId)) {
    const ctx = { ...services, workspaceId, requestId: newId('req') };
    const figures = await figuresOf(ctx, rows);
    told += await scoped(services.store, workspaceId).transaction(async (tx) => {
      const now = services.now();
      const ids = rows.map(({ id }) => id);
      // Whoever sets it tells of it: other processes and later changes are left out.
      const claimed = await tx.update(
        links,
        and(inArray(links.id, ids), lte(links.expiresAt, now), isNull(links.expiredEventAt)),
        { expiredEventAt: now },
      );
      const expired = await presentLinks(ctx, tx, claimed, figures);
      await emit(
        ctx,
        tx.store,
        workspaceId,
        expired.map((data) => ({ type: 'link.expired' as const, data })),
      );
      return claimed.length;
    });
  }
  return told;
}

/** Has the clicks of deleted links forgotten, by the process that counts clicks. Returns of how many links. */
export async function forgetRemovedLinks({ store, clicks, now }: LinksServices): Promise<number> {
  if (!clicks.isDraining()) return 0;
  const before = new Date(now().getTime() - DRAINED_MS);
  const gone = await listLinkRemovals(store, before, LINKS_AT_A_TIME);
  for (const [workspaceId, removals] of Map.groupBy(gone, (removal) => removal.workspaceId)) {
    const ids = removals.map(({ linkId }) => linkId);
    await clicks.store.forgetLinks(workspaceId, ids);
    await deleteLinkRemovals(store, ids);
  }
  return gone.length;
}
