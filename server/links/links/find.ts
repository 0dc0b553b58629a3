import { andThen, type Awaitable } from '../../awaitable';
import type { ScopedDb } from '../../db/scoped';
import { ApiError } from '../../errors';
import type { LinksContext } from '../context';
import { mayUseDomain } from '../domains/find';
import { links } from '../schema/links';
import type { LinkColumns } from './origin';

type Caller = Pick<LinksContext, 'actor'>;

export const requireLink = (ctx: Caller, db: ScopedDb, id: string, options = { lock: false }): Awaitable<LinkColumns> =>
  andThen(db.require(links, id, options), (row) => {
    if (!mayUseDomain(ctx, row.domainId)) throw new ApiError('not_found');
    return row;
  });

export async function findLinks(
  ctx: Caller,
  db: ScopedDb,
  ids: readonly string[],
  options = { lock: false },
): Promise<Map<string, LinkColumns>> {
  if (ids.length === 0) return new Map();
  // Their order prevents deadlocks between callers who lock the same links.
  const rows = await db.getEach(links, ids, options);
  return new Map(rows.filter((row) => mayUseDomain(ctx, row.domainId)).map((row) => [row.id, row]));
}
