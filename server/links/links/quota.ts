import { type ScopedDb, scoped } from '../../db/scoped';
import type { ApiError } from '../../errors';
import { createCountedQuota, quotaError } from '../../limits/quota';
import type { LinksContext } from '../context';
import { links } from '../schema/links';

type Context = Pick<LinksContext, 'config' | 'workspaceId'>;

const reserve = createCountedQuota({
  name: 'number of links',
  count: (tx, workspaceId) => scoped(tx, workspaceId).count(links),
  margin: 10_000,
});

export const reserveUpTo = ({ config, workspaceId }: Context, tx: ScopedDb, wanted: number): Promise<number> =>
  reserve(tx.store, workspaceId, { more: wanted, limit: config.linksPerWorkspace });

/** Throws 422. */
export async function reserveLinks(ctx: Context, tx: ScopedDb, more: number): Promise<void> {
  if ((await reserveUpTo(ctx, tx, more)) < more) throw tooManyLinks(ctx);
}

export const tooManyLinks = ({ config }: Pick<Context, 'config'>): ApiError =>
  quotaError({ limit: config.linksPerWorkspace, of: 'links', advice: 'Delete links that you no longer use.' });
