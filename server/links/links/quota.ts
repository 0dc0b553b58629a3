import type { ScopedDb } from '../../db/scoped';
import { createQuota, requireQuota } from '../../limits/quota';
import type { LinksContext } from '../context';
import { links } from '../schema/links';

const reserve = createQuota((db: ScopedDb) => db.count(links), { pauseMs: 0 });

/** Throws 422. */
export async function reserveLinks(
  { config, workspaceId }: Pick<LinksContext, 'config' | 'workspaceId'>,
  db: ScopedDb,
  more: number,
): Promise<void> {
  const limit = config.linksPerWorkspace;
  if (await reserve(db, workspaceId, { more, limit })) return;
  requireQuota(limit, { limit, of: 'links', advice: 'Delete links that you no longer use.' });
}
