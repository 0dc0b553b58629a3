import { and, eq, inArray, or } from 'drizzle-orm';

import { ID_PREFIXES, newId } from '../../../shared/ids';
import { tagKey } from '../../../shared/links/tags';
import type { ScopedDb } from '../../db/scoped';
import { type ApiError, fieldError } from '../../errors';
import type { LinksContext } from '../context';
import { type Caller, lockDomains, mayUseDomain } from '../domains/find';
import { insertLinks, type NewLinkRow } from '../queries/writes';
import { links, linkTagLinks, type LinkRow } from '../schema/links';
import { ensureTags } from '../tags/rules';
import type { LinkOrigin } from './origin';
import { linkSearchText } from './validation/columns';
import { type LinkDraft, tagNamesOf } from './validation/prepare';

/** Fifteen random slugs in a row are taken only when nearly all are. */
const MAX_SLUG_ATTEMPTS = 15;

type InsertContext = Pick<LinksContext, 'now'> & Caller;

export interface Conflict {
  field: 'slug' | 'external_id';
  /** Undefined when the caller cannot access that link. */
  existing: LinkRow | undefined;
}

export const isConflict = (result: LinkRow | Conflict): result is Conflict => 'field' in result;

export const conflictError = ({ field }: Conflict): ApiError =>
  field === 'slug'
    ? fieldError('slug_taken', '/slug', 'slug_taken', 'Another link on this domain already has this slug.')
    : fieldError('conflict', '/external_id', 'duplicate', 'Another link already has this external id.');

/** The result has the conflict in place of each link that cannot be created. */
export async function insertDrafts(
  ctx: InsertContext,
  tx: ScopedDb,
  drafts: readonly LinkDraft[],
  origin: LinkOrigin,
): Promise<(LinkRow | Conflict)[]> {
  await lockDomains(
    tx,
    drafts.map(({ domainInfo }) => domainInfo),
  );
  const now = ctx.now();
  const tags = await ensureTags(
    tx,
    drafts.flatMap(({ input }) => input.tags ?? []),
    now,
  );

  const results = new Map<LinkDraft, LinkRow | Conflict>();
  let open = [...drafts];
  for (let attempt = 0; open.length > 0; attempt += 1) {
    const rows = new Map(open.map((draft) => [draft, newRow(tx, draft, attempt, origin, now)]));
    // A fixed order prevents deadlocks between callers with the same slugs.
    const made = await insertLinks(tx.store, [...rows.values()].toSorted(bySlug));
    const madeById = new Map(made.map((row) => [row.id, row]));
    const left = open.filter((draft) => {
      const row = madeById.get(rows.get(draft)?.id ?? '');
      if (row) results.set(draft, row);
      return row === undefined;
    });
    open = await retryable(ctx, tx, left, rows, results, attempt);
  }

  const pairs = drafts.flatMap((draft) => {
    const row = results.get(draft);
    if (!row || isConflict(row)) return [];
    return tagNamesOf(draft.input.tags).flatMap((name) => {
      const tag = tags.get(tagKey(name));
      return tag ? [{ linkId: row.id, tagId: tag.id }] : [];
    });
  });
  await tx.upsert(linkTagLinks, pairs);
  return drafts.map((draft) => results.get(draft) ?? { field: 'slug', existing: undefined });
}

const bySlug = (a: NewLinkRow, b: NewLinkRow): number =>
  a.domainId === b.domainId ? (a.slugKey < b.slugKey ? -1 : 1) : a.domainId < b.domainId ? -1 : 1;

function newRow(tx: ScopedDb, draft: LinkDraft, attempt: number, origin: LinkOrigin, now: Date): NewLinkRow {
  const { domainInfo, columns } = draft;
  const slug = draft.slugs(attempt);
  return {
    metadata: {},
    redirectStatus: domainInfo.defaultRedirectStatus,
    targeting: [],
    forwardQuery: 'append',
    ...columns,
    ...slug,
    id: newId(ID_PREFIXES.link),
    workspaceId: tx.workspaceId,
    domainId: domainInfo.id,
    passwordVersion: columns.passwordHash ? 1 : 0,
    search: linkSearchText({ slug: slug.slug, title: columns.title ?? null, url: columns.url }),
    source: origin.source,
    createdByType: origin.actor.type,
    createdById: origin.actor.id,
    createdAt: now,
    updatedAt: now,
  };
}

async function retryable(
  ctx: InsertContext,
  tx: ScopedDb,
  left: readonly LinkDraft[],
  rows: ReadonlyMap<LinkDraft, NewLinkRow>,
  results: Map<LinkDraft, LinkRow | Conflict>,
  attempt: number,
): Promise<LinkDraft[]> {
  if (left.length === 0) return [];
  const found = await findConflicting(
    tx,
    left.flatMap((draft) => rows.get(draft) ?? []),
  );
  const visible = (row: LinkRow | undefined): LinkRow | undefined =>
    row && mayUseDomain(ctx, row.domainId) ? row : undefined;

  return left.filter((draft) => {
    const row = rows.get(draft);
    const byExternal = found.find(({ externalId }) => externalId !== null && externalId === row?.externalId);
    if (byExternal) {
      results.set(draft, { field: 'external_id', existing: visible(byExternal) });
      return false;
    }
    if (draft.input.slug === undefined && attempt + 1 < MAX_SLUG_ATTEMPTS) return true;
    const bySlugKey = found.find(({ domainId, slugKey }) => domainId === row?.domainId && slugKey === row.slugKey);
    results.set(draft, { field: 'slug', existing: visible(bySlugKey) });
    return false;
  });
}

async function findConflicting(tx: ScopedDb, rows: readonly NewLinkRow[]): Promise<LinkRow[]> {
  const externalIds = rows.flatMap(({ externalId }) => externalId ?? []);
  const addresses = [...Map.groupBy(rows, ({ domainId }) => domainId)].map(([domainId, those]) =>
    and(
      eq(links.domainId, domainId),
      inArray(
        links.slugKey,
        those.map(({ slugKey }) => slugKey),
      ),
    ),
  );
  return tx.select(links, {
    where: or(externalIds.length > 0 ? inArray(links.externalId, externalIds) : undefined, ...addresses),
  });
}
