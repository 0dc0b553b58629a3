import { and, asc, eq, gt, inArray } from 'drizzle-orm';

import { slugKeyOf } from '../../../shared/links/slugs';
import type { ScopedDb } from '../../db/scoped';
import { ApiError } from '../../errors';
import { links } from '../schema/links';

const ROWS_AT_A_TIME = 1000;
const COLLISIONS_SHOWN = 20;

/** Throws 409 with the first slugs that collide. */
export async function refoldSlugs(tx: ScopedDb, domainId: string, caseSensitive: boolean): Promise<void> {
  const collisions: string[] = [];
  let after = '';
  for (;;) {
    const rows = await tx.select(links, {
      where: and(eq(links.domainId, domainId), gt(links.id, after)),
      orderBy: [asc(links.id)],
      limit: ROWS_AT_A_TIME,
    });
    const changed = rows
      .map(({ id, slug, slugKey }) => ({ id, slug, slugKey, next: slugKeyOf(slug, caseSensitive) }))
      .filter(({ slugKey, next }) => slugKey !== next);
    const taken = await keysTaken(
      tx,
      domainId,
      changed.map(({ next }) => next),
    );
    for (const { id, slug, next } of changed) {
      if (taken.has(next)) collisions.push(slug);
      else await tx.update(links, eq(links.id, id), { slugKey: next });
      taken.add(next);
    }
    if (collisions.length >= COLLISIONS_SHOWN || rows.length < ROWS_AT_A_TIME) break;
    after = rows.at(-1)?.id ?? '';
  }
  if (collisions.length === 0) return;
  throw new ApiError('conflict', {
    detail: 'Some slugs of this domain differ only in case.',
    extra: { slugs: collisions.slice(0, COLLISIONS_SHOWN) },
  });
}

async function keysTaken(tx: ScopedDb, domainId: string, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await tx.select(links, {
    where: and(eq(links.domainId, domainId), inArray(links.slugKey, [...keys])),
  });
  return new Set(rows.map(({ slugKey }) => slugKey));
}
