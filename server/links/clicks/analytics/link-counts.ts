import { SHARED_DOMAIN_ID } from '../../../../shared/links/domains';
import { unsought } from '../../../db/dialect';
import type { ClickSql } from '../store/sql';
import { bindingsFor } from './bindings';

interface DomainLinksQuery {
  workspaceId: string;
  domainIds: readonly string[];
  hosts: readonly string[];
  within: readonly string[] | null;
}

interface DomainLinks {
  counts: Record<string, number>;
  targets: string[];
}

export async function countLinksOfDomains(sql: ClickSql, query: DomainLinksQuery): Promise<DomainLinks> {
  const { workspaceId, domainIds } = query;
  const own = domainIds.filter((id) => id !== SHARED_DOMAIN_ID);
  const counts = await countBy(sql, 'domain_id', 'links', own);
  if (domainIds.includes(SHARED_DOMAIN_ID)) {
    const { params, bind } = bindingsFor(sql);
    const [row] = await sql.run(
      `select count(*) from links
       where workspace_id = ${bind(workspaceId)} and ${unsought('domain_id')} = ${bind(SHARED_DOMAIN_ID)}`,
      params,
    );
    counts[SHARED_DOMAIN_ID] = Number(row?.[0] ?? 0);
  }
  return { counts, targets: await findTargetedHosts(sql, query) };
}

async function findTargetedHosts(sql: ClickSql, { workspaceId, hosts, within }: DomainLinksQuery): Promise<string[]> {
  const found: string[] = [];
  for (const host of hosts) {
    const { params, bind, bindAll } = bindingsFor(sql);
    const domainCondition = within === null ? '' : `and ${unsought('domain_id')} in (${bindAll(within)})`;
    const rows = await sql.run(
      `select 1 from links
       where url_host = ${bind(host)} and ${unsought('workspace_id')} = ${bind(workspaceId)} ${domainCondition} limit 1`,
      params,
    );
    if (rows.length > 0) found.push(host);
  }
  return found;
}

interface TagLinksQuery {
  workspaceId: string;
  tagIds: readonly string[];
  within: readonly string[] | null;
}

export function countLinksOfTags(sql: ClickSql, { tagIds, within }: TagLinksQuery): Promise<Record<string, number>> {
  if (within === null) return countBy(sql, 'tag_id', 'link_tag_links', tagIds);
  return countBy(sql, 'tag_id', 'link_tag_links join links on links.id = link_id', tagIds, within);
}

async function countBy(
  sql: ClickSql,
  column: 'domain_id' | 'tag_id',
  source: string,
  ids: readonly string[],
  within?: readonly string[],
): Promise<Record<string, number>> {
  if (ids.length === 0) return {};
  const { params, bindAll } = bindingsFor(sql);
  const chosen = `${column} in (${bindAll(ids)})`;
  const domainCondition = within === undefined ? '' : `and ${unsought('domain_id')} in (${bindAll(within)})`;
  const rows = await sql.run(
    `select ${column}, count(*) from ${source} where ${chosen} ${domainCondition} group by ${column}`,
    params,
  );
  return Object.fromEntries(rows.map(([id, count]) => [String(id), Number(count)]));
}
