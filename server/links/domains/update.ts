import { eq, and, asc, gt, inArray } from 'drizzle-orm';

import type { DomainId, LinkDomain, UpdateDomain } from '../../../shared/links/domains';
import { slugKeyOf } from '../../../shared/links/slugs';
import { audit } from '../../access';
import { changedColumns, pick } from '../../changed-columns';
import type { ScopedDb } from '../../db/scoped';
import { defined } from '../../defined';
import { ApiError } from '../../errors';
import { emit } from '../../events/emit';
import { requireVersion } from '../../preconditions';
import { invalidateRedirects } from '../changes';
import type { LinksContext } from '../context';
import { clearDefaultDomain } from '../queries/settings';
import { linkDomains, links } from '../schema/links';
import { linkSettingsOf } from '../settings/service';
import type { DomainRow } from './find';
import { requireDomain } from './list';
import { domainTarget, presentDomain } from './present';
import { validatedUrls } from './urls';

/** Null clears a field. Throws 409 when slugs would collide once case is ignored. */
export async function updateDomain(ctx: LinksContext, input: UpdateDomain): Promise<LinkDomain> {
  await requireDomain(ctx, ctx.db, input.domain_id);
  const { allowPrivateTargets } = await linkSettingsOf(ctx, ctx.store);
  const urls = await validatedUrls(ctx, input, allowPrivateTargets);

  return ctx.db.transaction(async (tx) => {
    const before = await requireDomain(ctx, tx, input.domain_id, true);
    requireVersion(ctx, before.version);
    const change = changeOf(input, urls, before);
    if (Object.keys(change).length === 0) return presentDomain(ctx, tx, before);
    if (change.caseSensitive !== undefined) await rebuildSlugKeys(tx, before.id, change.caseSensitive);

    const [after = before] = await tx.update(linkDomains, eq(linkDomains.id, before.id), {
      ...change,
      updatedAt: ctx.now(),
      version: before.version + 1,
    });
    const domain = await presentDomain(ctx, tx, after);
    await invalidateRedirects(ctx, tx.store, [{ domainId: before.id, slugKey: null }]);
    const names = Object.keys(change) as (keyof DomainRow)[];
    await audit(ctx, tx, 'link.domain.updated', domainTarget(after), {
      before: pick(before, names),
      after: pick(after, names),
    });
    await emit(ctx, tx, [{ type: 'link.domain.updated', data: domain }]);
    return domain;
  });
}

/** Throws 409 `conflict` while links use the domain or the operator has disabled it. */
export async function deleteDomain(ctx: LinksContext, { domain_id }: DomainId): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const row = await requireDomain(ctx, tx, domain_id, true);
    requireVersion(ctx, row.version);
    if (row.blockedAt) throw new ApiError('conflict', 'The operator of this installation has disabled this domain.');
    const domain = await presentDomain(ctx, tx, row);
    if ((await tx.select(links, { where: eq(links.domainId, row.id), limit: 1 })).length > 0) {
      throw new ApiError('conflict', {
        detail: 'The domain still has links. Move or delete them first.',
        extra: { links: domain.links_count },
      });
    }
    await tx.delete(linkDomains, eq(linkDomains.id, row.id));
    await clearDefaultDomain(tx.store, { workspaceId: ctx.workspaceId, domainId: row.id, now: ctx.now() });
    await invalidateRedirects(ctx, tx.store, [{ domainId: row.id, slugKey: null }]);
    await audit(ctx, tx, 'link.domain.deleted', domainTarget(row));
    await emit(ctx, tx, [{ type: 'link.domain.deleted', data: domain }]);
  });
}

function changeOf(input: UpdateDomain, urls: Partial<DomainRow>, row: DomainRow): Partial<DomainRow> {
  return changedColumns(row, {
    ...urls,
    ...defined({
      disabled: input.disabled,
      caseSensitive: input.case_sensitive,
      defaultRedirectStatus: input.default_redirect_status,
    }),
  });
}

const ROWS_AT_A_TIME = 1000;
const COLLISIONS_SHOWN = 20;

/** Throws 409 with the first slugs that collide. */
async function rebuildSlugKeys(tx: ScopedDb, domainId: string, caseSensitive: boolean): Promise<void> {
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
    const taken = await findTakenKeys(
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

async function findTakenKeys(tx: ScopedDb, domainId: string, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await tx.select(links, {
    where: and(eq(links.domainId, domainId), inArray(links.slugKey, [...keys])),
  });
  return new Set(rows.map(({ slugKey }) => slugKey));
}
