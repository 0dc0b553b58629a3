import { asc, inArray } from 'drizzle-orm';

import type { ScopedDb } from '../../db/scoped';
import { ApiError } from '../../errors';
import type { LinksContext } from '../context';
import { mayUseDomain } from '../domains/find';
import { links } from '../schema/links';
import type { LinkColumns } from './origin';

type Caller = Pick<LinksContext, 'actor'>;

export async function requireLink(
  ctx: Caller,
  db: ScopedDb,
  id: string,
  options = { lock: false },
): Promise<LinkColumns> {
  const row = await db.require(links, id, options);
  if (!mayUseDomain(ctx, row.domainId)) throw new ApiError('not_found');
  return row;
}

export async function findLinks(
  ctx: Caller,
  db: ScopedDb,
  ids: readonly string[],
  options = { lock: false },
): Promise<Map<string, LinkColumns>> {
  if (ids.length === 0) return new Map();
  // A fixed order prevents deadlocks between callers who lock the same links.
  const rows = await db.select(links, { where: inArray(links.id, [...ids]), orderBy: [asc(links.id)], ...options });
  return new Map(rows.filter((row) => mayUseDomain(ctx, row.domainId)).map((row) => [row.id, row]));
}
