import { inArray } from 'drizzle-orm';

import { ID_PREFIXES, newId } from '../../../shared/ids';
import { tagKey, tagName } from '../../../shared/links/tags';
import type { ScopedDb } from '../../db/scoped';
import { ApiError } from '../../errors';
import { insertTags, type TagOfLink } from '../queries/tags';
import { linkTags } from '../schema/links';

export const MAX_TAGS = 5000;

export const countTags = (db: ScopedDb): Promise<number> => db.count(linkTags);

/** Room for some more tags. Throws 422. */
export async function requireTagRoom(tx: ScopedDb, more: number): Promise<void> {
  if ((await countTags(tx)) + more <= MAX_TAGS) return;
  throw new ApiError(
    'unprocessable',
    `A workspace can have at most ${MAX_TAGS} tags. Delete a tag that you no longer use.`,
  );
}

/** The tags of these names by their keys; new ones are made. Throws 422 above the number of tags. */
export async function ensureTags(
  tx: ScopedDb,
  names: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, TagOfLink>> {
  const wanted = new Map(names.map((name) => [tagKey(name), tagName(name)]));
  const known = await findTags(tx, [...wanted.keys()]);
  // In one order, so that two callers with the same new names do not wait for each other.
  const missing = [...wanted].filter(([key]) => !known.has(key)).toSorted(([a], [b]) => (a < b ? -1 : 1));
  if (missing.length === 0) return known;

  await requireTagRoom(tx, missing.length);
  await insertTags(
    tx.store,
    missing.map(([nameKey, name]) => ({
      id: newId(ID_PREFIXES.tag),
      workspaceId: tx.workspaceId,
      name,
      nameKey,
      createdAt: now,
      updatedAt: now,
    })),
  );
  // Somebody else may have made one of them meanwhile.
  return findTags(tx, [...wanted.keys()]);
}

/** Those of the names that are tags, by their keys. */
export async function findTags(db: ScopedDb, keys: readonly string[]): Promise<Map<string, TagOfLink>> {
  if (keys.length === 0) return new Map();
  const rows = await db.select(linkTags, { where: inArray(linkTags.nameKey, [...keys]) });
  return new Map(rows.map(({ id, name, nameKey }) => [nameKey, { id, name }]));
}
