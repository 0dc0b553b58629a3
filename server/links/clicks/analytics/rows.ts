import { DAY_MS } from '../../../../shared/durations';
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

type Range = Pick<ClickRowsQuery, 'from' | 'to'>;

export type ClickRow = ReturnType<typeof clickFromRow>;

export async function readClickRows(sql: ClickSql, query: ClickRowsQuery): Promise<ClickRow[]> {
  const rows: ClickRow[] = [];
  for (const range of await rangesOf(sql, query)) {
    rows.push(...(await readRange(sql, { ...query, ...range, limit: query.limit - rows.length })));
    if (rows.length >= query.limit) break;
  }
  return rows;
}

/** Of one link only days that count wanted clicks, or all its other clicks would be read. */
async function rangesOf(sql: ClickSql, query: ClickRowsQuery): Promise<Range[]> {
  const { linkIds, bots, order, after } = query;
  if (linkIds?.length !== 1 || bots === 'include') return [query];
  const from = order === 'asc' && after ? Math.max(query.from, after.at) : query.from;
  const to = order === 'desc' && after ? Math.min(query.to, after.at + 1) : query.to;
  const { params, bind, bindId, bindIds } = bindingsFor(sql);
  const days = await sql.run(
    `select day from link_days where ${unsought('workspace_id')} = ${bindId(query.workspaceId)}
       and link_id in (${bindIds(linkIds)}) and ${bots === 'only' ? 'bot_clicks' : 'clicks'} > 0
       and day >= ${bind(Math.floor(from / DAY_MS))} and day < ${bind(Math.ceil(to / DAY_MS))}
     order by day ${order}`,
    params,
  );
  const ranges: Range[] = [];
  for (const [day] of days) {
    const range = { from: Math.max(from, Number(day) * DAY_MS), to: Math.min(to, (Number(day) + 1) * DAY_MS) };
    const last = ranges.at(-1);
    if (last?.to === range.from) last.to = range.to;
    else if (last?.from === range.to) last.from = range.from;
    else ranges.push(range);
  }
  return ranges;
}

async function readRange(sql: ClickSql, query: ClickRowsQuery): Promise<ClickRow[]> {
  const { params, bind, bindAll, bindId, bindIds, bindTime } = bindingsFor(sql);
  const { linkIds, domainIds, country, bots, order, after } = query;
  if (linkIds?.length === 0 || domainIds?.length === 0) return [];
  const comparison = order === 'asc' ? '>' : '<';
  const conditions = [
    // The index of one link already has this order.
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
