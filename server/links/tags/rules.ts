import { inArray } from 'drizzle-orm';

import { ID_PREFIXES, newId } from '../../../shared/ids';
import { tagKey, tagName } from '../../../shared/links/tags';
import type { ScopedDb } from '../../db/scoped';
import { requireQuota } from '../../limits/quota';
import { lockTagCount } from '../queries/locks';
import { type TagOfLink } from '../queries/tags';
import { linkTags } from '../schema/links';

export const MAX_TAGS = 5000;

export const countTags = (db: ScopedDb): Promise<number> => db.count(linkTags);

/** Throws 422. */
export async function requireTagQuota(tx: ScopedDb, more: number): Promise<void> {
  await lockTagCount(tx);
  const advice = 'Delete a tag that you no longer use.';
  requireQuota(await countTags(tx), { limit: MAX_TAGS, of: 'tags', advice }, more);
}

/** Throws 422 above the quota. */
export async function ensureTags(
  tx: ScopedDb,
  names: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, TagOfLink>> {
  const wanted = new Map(names.map((name) => [tagKey(name), tagName(name)]));
  const known = await findTags(tx, [...wanted.keys()]);
  // A fixed order prevents deadlocks between callers with the same new names.
  const missing = [...wanted].filter(([key]) => !known.has(key)).toSorted(([a], [b]) => (a < b ? -1 : 1));
  if (missing.length === 0) return known;

  await requireTagQuota(tx, missing.length);
  await tx.upsert(
    linkTags,
    missing.map(([nameKey, name]) => ({
      id: newId(ID_PREFIXES.tag),
      name,
      nameKey,
      createdAt: now,
      updatedAt: now,
    })),
  );
  // Another transaction may have created one of them.
  return findTags(tx, [...wanted.keys()]);
}

export async function findTags(db: ScopedDb, keys: readonly string[]): Promise<Map<string, TagOfLink>> {
  if (keys.length === 0) return new Map();
  const rows = await db.select(linkTags, { where: inArray(linkTags.nameKey, [...keys]) });
  return new Map(rows.map(({ id, name, nameKey }) => [nameKey, { id, name }]));
}
