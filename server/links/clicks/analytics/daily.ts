import { ID_PREFIXES } from '../../../../shared/ids';
import { unsought } from '../../../db/dialect';
import type { ClickSql } from '../store/sql';
import { bindingsFor } from './bindings';

interface DailyClicksQuery {
  workspaceId: string;
  linkIds: string[];
  firstDay: number;
  lastDay: number;
}

export async function readDailyClicks(sql: ClickSql, query: DailyClicksQuery): Promise<Record<string, number[]>> {
  const { linkIds, firstDay, lastDay } = query;
  const days = Object.fromEntries(linkIds.map((id) => [id, Array<number>(lastDay - firstDay + 1).fill(0)]));
  if (linkIds.length === 0) return days;

  const { params, bind, bindId, bindIds } = bindingsFor(sql);
  const rows = await sql.run(
    `select link_id, day, clicks from link_days
     where ${unsought('workspace_id')} = ${bindId(query.workspaceId)} and link_id in (${bindIds(linkIds)})
       and day >= ${bind(firstDay)} and day <= ${bind(lastDay)}`,
    params,
  );
  for (const [linkId, day, clicks] of rows) {
    const counts = days[sql.idOf(ID_PREFIXES.link, linkId)];
    if (counts) counts[Number(day) - firstDay] = Number(clicks);
  }
  return days;
}
