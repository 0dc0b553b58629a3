import { andThen, type Awaitable } from '../../awaitable';
import type { ScopedDb } from '../../db/scoped';
import { ApiError } from '../../errors';
import type { LinksContext } from '../context';
import { mayUseDomain } from '../domains/find';
import { links, type LinkRow } from '../schema/links';

type Caller = Pick<LinksContext, 'actor'>;

export const requireLink = (ctx: Caller, db: ScopedDb, id: string, options = { lock: false }): Awaitable<LinkRow> =>
  andThen(db.require(links, id, options), (row) => {
    if (!mayUseDomain(ctx, row.domainId)) throw new ApiError('not_found');
    return row;
  });

export async function findLinks(
  ctx: Caller,
  db: ScopedDb,
  ids: readonly string[],
  options = { lock: false },
): Promise<Map<string, LinkRow>> {
  if (ids.length === 0) return new Map();
  // Their order prevents deadlocks between callers who lock the same links.
  const rows = await db.getEach(links, ids, options);
  return new Map(rows.filter((row) => mayUseDomain(ctx, row.domainId)).map((row) => [row.id, row]));
}

/** Null means all links. */
export const visibleLinkIds = async (
  ctx: Pick<LinksContext, 'actor' | 'db'>,
  ids: readonly string[] | undefined,
): Promise<string[] | null> => (ids === undefined ? null : [...(await findLinks(ctx, ctx.db, ids)).keys()]);
