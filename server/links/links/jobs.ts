import { and, inArray, isNull, lte } from 'drizzle-orm';

import { MINUTE_MS } from '../../../shared/durations';
import { newId } from '../../../shared/ids';
import { scoped } from '../../db/scoped';
import { emit } from '../../events/emit';
import { ago } from '../../schedule';
import type { LinksServices } from '../context';
import { links } from '../schema/links';
import { listExpiredLinks } from '../system/links';
import { deleteLinkRemovals, listLinkRemovals } from '../system/removals';
import { clickStatsOf } from './click-stats';
import { presentLinks } from './present';

export const LINKS_PER_RUN = 250;
/** Clicks from before the end of a link are drained after this time. */
const DRAIN_DELAY_MS = MINUTE_MS;

export async function reportExpiredLinks(services: LinksServices): Promise<number> {
  const due = await listExpiredLinks(services.store, services.now(), LINKS_PER_RUN);
  let reported = 0;
  for (const [workspaceId, rows] of Map.groupBy(due, (row) => row.workspaceId)) {
    const ctx = { ...services, workspaceId, requestId: newId('req') };
    const clickStats = await clickStatsOf(ctx, rows);
    reported += await scoped(services.store, workspaceId).transaction(async (tx) => {
      const now = services.now();
      const ids = rows.map(({ id }) => id);
      // Claiming the row first skips links that another process reported or that were changed meanwhile.
      const claimed = await tx.update(
        links,
        and(inArray(links.id, ids), lte(links.expiresAt, now), isNull(links.expiredEventAt)),
        { expiredEventAt: now },
      );
      const expired = await presentLinks(ctx, tx, claimed, clickStats);
      await emit(
        ctx,
        tx,
        expired.map((data) => ({ type: 'link.expired' as const, data })),
      );
      return claimed.length;
    });
  }
  return reported;
}

/** Only the process that counts clicks deletes them. */
export async function deleteClicksOfRemovedLinks({ store, clicks, now }: LinksServices): Promise<number> {
  if (!clicks.isDraining()) return 0;
  const before = ago(now, DRAIN_DELAY_MS);
  const gone = await listLinkRemovals(store, before, LINKS_PER_RUN);
  for (const [workspaceId, removals] of Map.groupBy(gone, (removal) => removal.workspaceId)) {
    const ids = removals.map(({ linkId }) => linkId);
    await clicks.store.forgetLinks(workspaceId, ids);
    await deleteLinkRemovals(store, ids);
  }
  return gone.length;
}
