import { eq, inArray } from 'drizzle-orm';

import { scoped } from '../../db/scoped';
import type { AutomationServices } from '../context';
import { inboundRequests } from '../schema/inbound';
import { publications } from '../schema/publications';
import { findDueFiles } from '../system/inbound';
import { deleteFileMedia } from './parse/store-files';

export async function dropUnusedFiles(services: AutomationServices): Promise<number> {
  const due = await findDueFiles(services.store, services.now());
  for (const { id, workspaceId, files, publicationIds } of due) {
    const db = scoped(services.store, workspaceId);
    const made = await db.select(publications, { where: inArray(publications.id, publicationIds) });
    const used = JSON.stringify(made.map(({ content, overrides }) => ({ content, overrides })));
    const unused = files.flatMap(({ media_id: media }) => (media !== null && !used.includes(media) ? [media] : []));
    await deleteFileMedia(services, db, unused);
    await db.update(inboundRequests, eq(inboundRequests.id, id), { filesUntil: null });
  }
  return due.length;
}
