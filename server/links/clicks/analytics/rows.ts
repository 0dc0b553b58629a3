import { unsought } from '../../../db/dialect';
import { CLICK_SELECT, clickFromRow } from '../store/click-rows';
import type { ClickSql } from '../store/sql';
import { bindingsFor } from './bindings';

export interface ClickRowsQuery {
  workspaceId: string;
  domainIds: string[] | null;
  linkIds: string[] | null;
  from: number;
  to: number;
  country: string[] | null;
  bots: 'exclude' | 'include' | 'only';
  order: 'asc' | 'desc';
  after: { at: number; seq: number } | null;
  limit: number;
}

export type ClickRow = ReturnType<typeof clickFromRow>;

export async function readClickRows(sql: ClickSql, query: ClickRowsQuery): Promise<ClickRow[]> {
  const { params, bind, bindAll, bindId, bindIds, bindTime } = bindingsFor(sql);
  const { linkIds, domainIds, country, bots, order, after } = query;
  if (linkIds?.length === 0 || domainIds?.length === 0) return [];
  const comparison = order === 'asc' ? '>' : '<';
  const conditions = [
    // The index of one link is already in this order.
    `${linkIds?.length === 1 ? unsought('c.workspace_id') : 'c.workspace_id'} = ${bindId(query.workspaceId)}`,
    `c.created_at >= ${bindTime(query.from)}`,
    `c.created_at < ${bindTime(query.to)}`,
    ...(linkIds ? [`c.link_id in (${bindIds(linkIds)})`] : []),
    ...(domainIds ? [`c.domain_id in (${bindIds(domainIds)})`] : []),
    ...(country ? [`c.country in (${bindAll(country)})`] : []),
    ...(bots === 'include' ? [] : [`c.bot_reason is ${bots === 'only' ? 'not ' : ''}null`]),
    ...(after ? [`(c.created_at, c.seq) ${comparison} (${bindTime(after.at)}, ${bind(after.seq)})`] : []),
  ];
  const rows = await sql.run(
    `select ${CLICK_SELECT} where ${conditions.join(' and ')}
     order by c.created_at ${order}, c.seq ${order} limit ${bind(query.limit)}`,
    params,
  );
  return rows.map((row) => clickFromRow(sql, row));
}
