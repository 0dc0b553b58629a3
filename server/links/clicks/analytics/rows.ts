import { CLICK_SELECT, clickOf } from '../store/click-rows';
import { type ClickSql, unsought } from '../store/sql';
import { bindingsFor } from './bindings';

/** Which raw clicks are wanted; allowed and complete, as `Question`. */
export interface RowsAsked {
  workspaceId: string;
  domainIds: string[] | null;
  linkIds: string[] | null;
  from: number;
  to: number;
  country: string[] | null;
  bots: 'exclude' | 'include' | 'only';
  order: 'asc' | 'desc';
  /** The last click that was seen. */
  after: { at: number; seq: number } | null;
  limit: number;
}

export type ClickRow = ReturnType<typeof clickOf>;

/** A page of raw clicks in order of their time. */
export async function clickRows(sql: ClickSql, asked: RowsAsked): Promise<ClickRow[]> {
  const { params, bind, bindAll, bindId, bindIds, bindTime } = bindingsFor(sql);
  const { linkIds, domainIds, country, bots, order, after } = asked;
  if (linkIds?.length === 0 || domainIds?.length === 0) return [];
  const beyond = order === 'asc' ? '>' : '<';
  const conditions = [
    // The clicks of one link stand in their order in its own index.
    `${linkIds?.length === 1 ? unsought('c.workspace_id') : 'c.workspace_id'} = ${bindId(asked.workspaceId)}`,
    `c.created_at >= ${bindTime(asked.from)}`,
    `c.created_at < ${bindTime(asked.to)}`,
    ...(linkIds ? [`c.link_id in (${bindIds(linkIds)})`] : []),
    ...(domainIds ? [`c.domain_id in (${bindIds(domainIds)})`] : []),
    ...(country ? [`c.country in (${bindAll(country)})`] : []),
    ...(bots === 'include' ? [] : [`c.bot_reason is ${bots === 'only' ? 'not ' : ''}null`]),
    ...(after ? [`(c.created_at, c.seq) ${beyond} (${bindTime(after.at)}, ${bind(after.seq)})`] : []),
  ];
  const rows = await sql.run(
    `select ${CLICK_SELECT} where ${conditions.join(' and ')}
     order by c.created_at ${order}, c.seq ${order} limit ${bind(asked.limit)}`,
    params,
  );
  return rows.map((row) => clickOf(sql, row));
}
