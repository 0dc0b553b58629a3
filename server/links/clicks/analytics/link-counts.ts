import { SHARED_DOMAIN_ID } from '../../../../shared/links/domains';
import { type ClickSql, unsought } from '../store/sql';
import { bindingsFor } from './bindings';

interface DomainLinksAsked {
  workspaceId: string;
  /** The workspace’s own ones, or the shared one. */
  domainIds: readonly string[];
  hosts: readonly string[];
  /** Domains on which links lead to hosts; null for all. */
  within: readonly string[] | null;
}

interface DomainLinks {
  /** Links on each domain; domains without any are left out. */
  counts: Record<string, number>;
  /** Those of the hosts that links of the workspace lead to. */
  targets: string[];
}

/** What domains are shown with. A domain can have a million links, which takes a while to count. */
export async function domainLinks(sql: ClickSql, asked: DomainLinksAsked): Promise<DomainLinks> {
  const { workspaceId, domainIds } = asked;
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
  return { counts, targets: await targetsOf(sql, asked) };
}

async function targetsOf(sql: ClickSql, { workspaceId, hosts, within }: DomainLinksAsked): Promise<string[]> {
  const found: string[] = [];
  for (const host of hosts) {
    const { params, bind, bindAll } = bindingsFor(sql);
    const among = within === null ? '' : `and ${unsought('domain_id')} in (${bindAll(within)})`;
    const rows = await sql.run(
      `select 1 from links
       where url_host = ${bind(host)} and ${unsought('workspace_id')} = ${bind(workspaceId)} ${among} limit 1`,
      params,
    );
    if (rows.length > 0) found.push(host);
  }
  return found;
}

interface TagLinksAsked {
  workspaceId: string;
  /** Tags of the workspace. */
  tagIds: readonly string[];
  /** Only links on these domains; null for all. */
  within: readonly string[] | null;
}

/** How many links have each tag; tags without any are left out. */
export function tagLinks(sql: ClickSql, { tagIds, within }: TagLinksAsked): Promise<Record<string, number>> {
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
  const among = within === undefined ? '' : `and ${unsought('domain_id')} in (${bindAll(within)})`;
  const rows = await sql.run(
    `select ${column}, count(*) from ${source} where ${chosen} ${among} group by ${column}`,
    params,
  );
  return Object.fromEntries(rows.map(([id, count]) => [String(id), Number(count)]));
}
