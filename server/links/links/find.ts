import { asc, inArray } from 'drizzle-orm';

import type { ScopedDb } from '../../db/scoped';
import { ApiError } from '../../errors';
import type { LinksContext } from '../context';
import { reachesDomain } from '../domains/find';
import { links } from '../schema/links';
import type { LinkRow } from './origin';

type Caller = Pick<LinksContext, 'actor'>;

/** The link, else 404; one on a domain that the caller does not reach is not there for them. */
export async function requireLink(ctx: Caller, db: ScopedDb, id: string, options = { lock: false }): Promise<LinkRow> {
  const row = await db.require(links, id, options);
  if (!reachesDomain(ctx, row.domainId)) throw new ApiError('not_found');
  return row;
}

/** Those of the links that are there for the caller, by their ids. */
export async function findLinks(
  ctx: Caller,
  db: ScopedDb,
  ids: readonly string[],
  options = { lock: false },
): Promise<Map<string, LinkRow>> {
  if (ids.length === 0) return new Map();
  // In one order, so that two callers who hold the same links do not wait for each other.
  const rows = await db.select(links, { where: inArray(links.id, [...ids]), orderBy: [asc(links.id)], ...options });
  return new Map(rows.filter((row) => reachesDomain(ctx, row.domainId)).map((row) => [row.id, row]));
}
