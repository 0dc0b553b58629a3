import { ID_PREFIXES } from '../../../../shared/ids';
import { chunked } from '../../../chunked';
import type { ClickSql, ClickValue } from '../store/sql';
import { type Bindings, bindingsFor } from './bindings';

interface LinkSelection {
  text: string;
  params: readonly ClickValue[];
}

interface CountLinksQuery {
  workspaceId: string;
  chosen: LinkSelection;
}

interface LinkIdsQuery {
  workspaceId: string;
  chosen: LinkSelection;
  order: 'asc' | 'desc';
  after: string | null;
  limit: number;
}

interface LinksBySlugQuery {
  workspaceId: string;
  chosen: LinkSelection;
  after: LinkBySlug | null;
  limit: number;
}

interface LinkBySlug {
  id: string;
  slugKey: string;
}

interface RankedLinksQuery {
  workspaceId: string;
  chosen: LinkSelection;
  by: 'clicks' | 'last_clicked_at';
  after: RankedLink | null;
  limit: number;
}

interface RankedLink {
  id: string;
  value: number;
}

/** Below this number links are ranked in memory, since walking the ranking index for few links is slow. */
const MAX_RANKED_IN_MEMORY = 5000;
const ROWS_PER_STEP = 500;

export async function countMatchingLinks(sql: ClickSql, { chosen }: CountLinksQuery): Promise<number> {
  const { text, params } = chosen;
  const [row] = await sql.run(`select count(*) from (${text}) as chosen`, params);
  return Number(row?.[0] ?? 0);
}

export async function listLinkIds(sql: ClickSql, { chosen, order, after, limit }: LinkIdsQuery): Promise<string[]> {
  const { params, bind } = bindingsAfter(sql, chosen);
  const afterCondition = after === null ? '' : `where id ${order === 'desc' ? '<' : '>'} ${bind(after)}`;
  const rows = await sql.run(
    `select id from (${chosen.text}) as chosen ${afterCondition} order by id ${order} limit ${bind(limit)}`,
    params,
  );
  return rows.map(([id]) => String(id));
}

export async function listLinksBySlug(
  sql: ClickSql,
  { chosen, after, limit }: LinksBySlugQuery,
): Promise<LinkBySlug[]> {
  const { params, bind } = bindingsAfter(sql, chosen);
  const afterCondition =
    after === null
      ? ''
      : `where slug_key >= ${bind(after.slugKey)} and (slug_key > ${bind(after.slugKey)} or id > ${bind(after.id)})`;
  const rows = await sql.run(
    `select id, slug_key from (${chosen.text}) as chosen ${afterCondition} order by slug_key, id limit ${bind(limit)}`,
    params,
  );
  return rows.map(([id, slugKey]) => ({ id: String(id), slugKey: String(slugKey) }));
}

export async function listLinksByClicks(sql: ClickSql, query: RankedLinksQuery): Promise<RankedLink[]> {
  const ids = await listLinkIds(sql, { ...query, order: 'desc', after: null, limit: MAX_RANKED_IN_MEMORY + 1 });
  if (ids.length > MAX_RANKED_IN_MEMORY) return walkRankingIndex(sql, query);
  const values = await valuesOf(sql, query, ids);
  const { after } = query;
  return ids
    .map((id) => ({ id, value: values.get(id) ?? 0 }))
    .toSorted(compareDescending)
    .filter((one) => after === null || compareDescending(after, one) < 0)
    .slice(0, query.limit);
}

const compareDescending = (a: RankedLink, b: RankedLink): number =>
  b.value - a.value || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);

async function walkRankingIndex(sql: ClickSql, query: RankedLinksQuery): Promise<RankedLink[]> {
  const found: RankedLink[] = [];
  let after = query.after;
  while (found.length < query.limit && (after === null || after.value > 0)) {
    const clicked = await clickedAfter(sql, query, after);
    const chosen = await filterChosen(sql, query.chosen, clicked);
    found.push(...clicked.filter(({ id }) => chosen.has(id)));
    after = clicked.length < ROWS_PER_STEP ? null : (clicked.at(-1) ?? null);
    if (after === null) break;
  }

  let last = query.after?.value === 0 ? query.after.id : null;
  while (found.length < query.limit) {
    const ids = await listLinkIds(sql, { ...query, order: 'desc', after: last, limit: ROWS_PER_STEP });
    const values = await valuesOf(sql, query, ids);
    found.push(...ids.filter((id) => !values.get(id)).map((id) => ({ id, value: 0 })));
    if (ids.length < ROWS_PER_STEP) break;
    last = ids.at(-1) ?? null;
  }
  return found.slice(0, query.limit);
}

async function clickedAfter(
  sql: ClickSql,
  { workspaceId, by }: RankedLinksQuery,
  after: RankedLink | null,
): Promise<RankedLink[]> {
  const bindings = bindingsFor(sql);
  const { params, bind, bindId } = bindings;
  const value = valueOf(by, bindings);
  const afterCondition =
    after === null
      ? ''
      : `and (${by} < ${value(after.value)} or (${by} = ${value(after.value)} and link_id < ${bindId(after.id)}))`;
  const rows = await sql.run(
    `select link_id, ${by} from link_counters
     where workspace_id = ${bindId(workspaceId)} and ${by} > ${value(0)} ${afterCondition}
     order by ${by} desc, link_id desc limit ${bind(ROWS_PER_STEP)}`,
    params,
  );
  return rows.map(([id, count]) => ({ id: sql.idOf(ID_PREFIXES.link, id), value: numberOf(sql, by, count) }));
}

async function filterChosen(sql: ClickSql, chosen: LinkSelection, links: readonly RankedLink[]): Promise<Set<string>> {
  if (links.length === 0) return new Set();
  const { params, bindAll } = bindingsAfter(sql, chosen);
  const among = bindAll(links.map(({ id }) => id));
  const rows = await sql.run(`select id from (${chosen.text}) as chosen where id in (${among})`, params);
  return new Set(rows.map(([id]) => String(id)));
}

async function valuesOf(
  sql: ClickSql,
  { workspaceId, by }: RankedLinksQuery,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const values = new Map<string, number>();
  for (const some of chunked(ids, ROWS_PER_STEP)) {
    const { params, bindId, bindIds } = bindingsFor(sql);
    const rows = await sql.run(
      `select link_id, ${by} from link_counters
       where workspace_id = ${bindId(workspaceId)} and link_id in (${bindIds(some)})`,
      params,
    );
    for (const [id, value] of rows) values.set(sql.idOf(ID_PREFIXES.link, id), numberOf(sql, by, value));
  }
  return values;
}

function bindingsAfter(sql: ClickSql, { params }: LinkSelection): Bindings {
  const bindings = bindingsFor(sql);
  bindings.params.push(...params);
  return bindings;
}

const valueOf =
  (by: RankedLinksQuery['by'], { bind, bindTime }: Bindings) =>
  (value: number): string =>
    by === 'clicks' ? bind(value) : bindTime(value);

const numberOf = (sql: ClickSql, by: RankedLinksQuery['by'], value: unknown): number =>
  by === 'clicks' ? Number(value) : sql.timeOf(value);
