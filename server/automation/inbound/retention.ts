import { eq, inArray } from 'drizzle-orm';

import type { Services } from '../../context';
import { inboundRequests, publications, waMedia } from '../../db/schema';
import { scoped } from '../../db/scoped';
import { findDueFiles } from '../../db/unscoped/au-inbound-work';
import { removeUnused } from '../../whatsapp/media/retention';

/** Drops files of requests that no publication took up within a day. Returns how many requests it looked at. */
export async function dropUnusedFiles(services: Services): Promise<number> {
  const due = await findDueFiles(services.store, services.now());
  for (const { id, workspaceId, files, publicationIds } of due) {
    const db = scoped(services.store, workspaceId);
    const made = await db.select(publications, { where: inArray(publications.id, publicationIds) });
    const used = JSON.stringify(made.map(({ content, overrides }) => ({ content, overrides })));
    const unused = files.flatMap(({ media_id: media }) => (media !== null && !used.includes(media) ? [media] : []));
    const hashes = await db.transaction(async (tx) => {
      const rows = await tx.select(waMedia, { where: inArray(waMedia.id, unused) });
      await tx.delete(waMedia, inArray(waMedia.id, unused));
      await tx.update(inboundRequests, eq(inboundRequests.id, id), { filesUntil: null });
      return rows.flatMap(({ sha256 }) => sha256 ?? []);
    });
    for (const hash of hashes) await removeUnused(services, workspaceId, hash);
  }
  return due.length;
}
