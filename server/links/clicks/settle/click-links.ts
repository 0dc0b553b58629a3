import { inArray } from 'drizzle-orm';

import type { ClickedLink } from '../../../../shared/links/clicks';
import type { Config } from '../../../config/config';
import type { Store } from '../../../db/database';
import { scoped } from '../../../db/scoped';
import { linkDomainInfos } from '../../domains/find';
import { shortUrlOf } from '../../links/present';
import { readTagsOfLinks } from '../../queries/tags';
import { links } from '../../schema/links';

export async function clickedLinks(
  ctx: { config: Config; store: Store },
  workspaceId: string,
  linkIds: readonly string[],
): Promise<Map<string, ClickedLink>> {
  const ids = [...new Set(linkIds)];
  const db = scoped(ctx.store, workspaceId);
  const rows = await db.select(links, { where: inArray(links.id, ids) });
  const domainInfos = await linkDomainInfos(ctx, db, new Set(rows.map(({ domainId }) => domainId)));
  const tagsOf = await readTagsOfLinks(db, ids);
  return new Map(
    rows.map((row) => {
      const domainInfo = domainInfos.get(row.domainId);
      const tags = tagsOf.get(row.id) ?? [];
      const link: ClickedLink = {
        id: row.id,
        domain_id: row.domainId,
        domain: domainInfo?.hostname ?? '',
        slug: row.slug,
        short_url: shortUrlOf(domainInfo, row.slug),
        url: row.url,
        external_id: row.externalId,
        tags: tags.map(({ name }) => name),
        tag_ids: tags.map(({ id }) => id),
        metadata: row.metadata,
        publication_id: row.publicationId,
      };
      return [row.id, link];
    }),
  );
}
