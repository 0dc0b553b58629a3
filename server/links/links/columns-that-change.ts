import type { BulkChange } from '../../../shared/links/bulk';
import { slugKeyOf } from '../../../shared/links/slugs';
import { tagKey } from '../../../shared/links/tags';
import { changedColumns } from '../../changed-columns';
import type { ScopedDb } from '../../db/scoped';
import type { LinkDomainInfo } from '../domains/find';
import { readTagsOfLinks, type TagOfLink } from '../queries/tags';
import type { LinkRow } from '../schema/links';
import { linkSearchText } from './validation/columns';
import { type LinkDraft, tagNamesOf } from './validation/prepare';
import { requireSlug } from './validation/slug';

export interface ValidatedChange {
  input: BulkChange;
  columns: Partial<LinkRow>;
  domainInfo: LinkDomainInfo;
}

export function columnsThatChange(
  row: LinkRow,
  { input, columns, domainInfo }: ValidatedChange,
  uses: number,
): Partial<LinkRow> {
  const next = changedColumns(row, { ...columns, ...addressColumns(row, input, domainInfo) });
  if ('expiresAt' in next) next.expiredEventAt = null;
  if (next.passwordHash) next.passwordVersion = row.passwordVersion + 1;
  if (next.maxClicks !== undefined) next.limitReachedAt = limitReachedAt(row, next.maxClicks, uses);
  if ('slug' in next || 'url' in next || 'title' in next) next.search = linkSearchText({ ...row, ...next });
  return next;
}

function addressColumns(row: LinkRow, { slug }: BulkChange, domainInfo: LinkDomainInfo): Partial<LinkRow> {
  const moves = domainInfo.id !== row.domainId;
  // A kept slug must be valid on the new domain.
  if (slug !== undefined || moves) return { domainId: domainInfo.id, ...requireSlug(slug ?? row.slug, domainInfo) };
  return { slugKey: slugKeyOf(row.slug, domainInfo.caseSensitive) };
}

const limitReachedAt = (row: LinkRow, maxClicks: number | null, uses: number): Date | null =>
  maxClicks !== null && uses >= maxClicks ? (row.limitReachedAt ?? row.updatedAt) : null;

export function tagsAfter(current: readonly TagOfLink[], input: BulkChange): Map<string, string> | undefined {
  if (!input.tags && !input.tags_add && !input.tags_remove) return undefined;
  const tags = input.tags ?? current.map(({ name }) => name);
  const next = new Map(tagNamesOf([...tags, ...(input.tags_add ?? [])]).map((name) => [tagKey(name), name]));
  for (const name of input.tags_remove ?? []) next.delete(tagKey(name));
  return next;
}

/** Decides whether `reuse` may return the existing link. */
export async function needsChange(
  db: ScopedDb,
  row: LinkRow,
  { input, columns, domainInfo }: Omit<LinkDraft, 'slugs'>,
): Promise<boolean> {
  if (input.password !== undefined || row.archived || row.disabled || row.blockedAt) return true;
  if (input.slug === undefined && input.prefix !== undefined && !row.slug.startsWith(input.prefix)) return true;
  if (Object.keys(columnsThatChange(row, { input, columns, domainInfo }, 0)).length > 0) return true;
  if (input.tags === undefined) return false;
  const current = (await readTagsOfLinks(db, [row.id])).get(row.id) ?? [];
  const next = tagsAfter(current, input) ?? new Map<string, string>();
  return next.size !== current.length || current.some(({ name }) => !next.has(tagKey(name)));
}
