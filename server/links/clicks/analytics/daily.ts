import { ID_PREFIXES } from '../../../../shared/ids';
import { type ClickSql, unsought } from '../store/sql';
import { bindingsFor } from './bindings';

interface DailyAsked {
  workspaceId: string;
  linkIds: string[];
  /** UTC days since 1970; the last is included. */
  firstDay: number;
  lastDay: number;
}

/** Clicks by humans of each link on each day, oldest first. */
export async function dailyClicks(sql: ClickSql, asked: DailyAsked): Promise<Record<string, number[]>> {
  const { linkIds, firstDay, lastDay } = asked;
  const days = Object.fromEntries(linkIds.map((id) => [id, Array<number>(lastDay - firstDay + 1).fill(0)]));
  if (linkIds.length === 0) return days;

  const { params, bind, bindId, bindIds } = bindingsFor(sql);
  const rows = await sql.run(
    `select link_id, day, clicks from link_days
     where ${unsought('workspace_id')} = ${bindId(asked.workspaceId)} and link_id in (${bindIds(linkIds)})
       and day >= ${bind(firstDay)} and day <= ${bind(lastDay)}`,
    params,
  );
  for (const [linkId, day, clicks] of rows) {
    const counts = days[sql.idOf(ID_PREFIXES.link, linkId)];
    if (counts) counts[Number(day) - firstDay] = Number(clicks);
  }
  return days;
}
