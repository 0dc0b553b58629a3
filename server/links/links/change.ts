import type { BulkChange } from '../../../shared/links/bulk';
import { slugKeyOf } from '../../../shared/links/slugs';
import { tagKey } from '../../../shared/links/tags';
import type { ScopedDb } from '../../db/scoped';
import type { LinkPlace } from '../domains/find';
import { readTagsOfLinks, type TagOfLink } from '../queries/tags';
import { searchOf } from './columns';
import type { LinkRow } from './origin';
import { type LinkDraft, tagNamesOf } from './prepare';
import { requireSlug } from './slug';

/** A change once judged; `place` is where the link stands after it. */
export interface JudgedChange {
  input: BulkChange;
  columns: Partial<LinkRow>;
  place: LinkPlace;
}

/** Columns that get another value by the change. Throws 422 for a slug that cannot be one. */
export function columnsThatChange(
  row: LinkRow,
  { input, columns, place }: JudgedChange,
  uses: number,
): Partial<LinkRow> {
  const next: Partial<LinkRow> = differing(row, { ...columns, ...addressOf(row, input, place) });
  if ('expiresAt' in next) next.expiredEventAt = null;
  if (next.passwordHash) next.passwordVersion = row.passwordVersion + 1;
  if (next.maxClicks !== undefined) next.limitReachedAt = reachedAt(row, next.maxClicks, uses);
  if ('slug' in next || 'url' in next || 'title' in next) next.search = searchOf({ ...row, ...next });
  return next;
}

function addressOf(row: LinkRow, { slug }: BulkChange, place: LinkPlace): Partial<LinkRow> {
  const moves = place.id !== row.domainId;
  // A slug that is kept must still be one where the link goes.
  if (slug !== undefined || moves) return { domainId: place.id, ...requireSlug(slug ?? row.slug, place) };
  return { slugKey: slugKeyOf(row.slug, place.caseSensitive) };
}

const reachedAt = (row: LinkRow, maxClicks: number | null, uses: number): Date | null =>
  maxClicks !== null && uses >= maxClicks ? (row.limitReachedAt ?? row.updatedAt) : null;

const differing = (row: LinkRow, columns: Partial<LinkRow>): Partial<LinkRow> =>
  Object.fromEntries(
    Object.entries(columns).filter(([name, value]) => !Bun.deepEquals(value, row[name as keyof LinkRow])),
  );

/** The tags that a link has after the change, by their keys and names; undefined when it names none. */
export function tagsAfter(current: readonly TagOfLink[], input: BulkChange): Map<string, string> | undefined {
  if (!input.tags && !input.tags_add && !input.tags_remove) return undefined;
  const kept = input.tags ?? current.map(({ name }) => name);
  const next = new Map(tagNamesOf([...kept, ...(input.tags_add ?? [])]).map((name) => [tagKey(name), name]));
  for (const name of input.tags_remove ?? []) next.delete(tagKey(name));
  return next;
}

/** Whether the link would be another after it: what asks for an equal link gets no other. */
export async function differs(
  db: ScopedDb,
  row: LinkRow,
  { input, columns, place }: Omit<LinkDraft, 'slugs'>,
): Promise<boolean> {
  if (input.password !== undefined || row.archived || row.disabled || row.blockedAt) return true;
  if (input.slug === undefined && input.prefix !== undefined && !row.slug.startsWith(input.prefix)) return true;
  if (Object.keys(columnsThatChange(row, { input, columns, place }, 0)).length > 0) return true;
  if (input.tags === undefined) return false;
  const current = (await readTagsOfLinks(db.store, db.workspaceId, [row.id])).get(row.id) ?? [];
  const next = tagsAfter(current, input) ?? new Map<string, string>();
  return next.size !== current.length || current.some(({ name }) => !next.has(tagKey(name)));
}
