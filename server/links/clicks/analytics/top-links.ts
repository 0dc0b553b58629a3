import { DAY_MS } from '../../../../shared/durations';
import { ID_PREFIXES } from '../../../../shared/ids';
import { OTHER_KEY } from '../rollups/dimensions';
import type { ClickSql, ClickValue } from '../store/sql';
import { bindingsFor } from './bindings';
import { addToKey, type Bots, type Counts, type Question, weightOf } from './question';

const MAX_PER_DAY = 1000;
const MAX_SHOWN = 200;

interface Days {
  from: number;
  to: number;
}

/** Combines stored lists of closed days with exact counts of open days. Reports whether a list was truncated. */
export async function topLinks(
  sql: ClickSql,
  question: Question,
  domains: readonly ClickValue[],
  days: Days,
): Promise<[Map<string, Counts>, boolean]> {
  if (domains.length === 0) return [new Map(), false];
  const range = { from: Math.floor(days.from), to: days.to };
  const open = await openDaysOf(sql, question.now, range);
  const closed = await inClosedDays(sql, question, domains, range, open);
  if (open.length === 0) return [closed, closed.has(OTHER_KEY)];

  let isCut = closed.has(OTHER_KEY);
  const found = new Map([...closed].map(([key, counts]) => [key, [...counts] as Counts]));
  for (const day of open) {
    const tops = await topOfDay(sql, question, domains, day);
    if (tops.length === MAX_PER_DAY && (closed.size > 0 || open.length > 1)) isCut = true;
    for (const [key, counts] of tops) addToKey(found, key, counts);
  }
  found.delete(OTHER_KEY);
  const byKey = topOf(found, question.bots);
  if (open.length > 1 || closed.size > 0) {
    for (const key of byKey.keys()) byKey.set(key, [...(closed.get(key) ?? NONE)] as Counts);
    for (const [key, counts] of await inOpenDays(sql, question, domains, open, [...byKey.keys()]))
      addToKey(byKey, key, counts);
  }
  return [byKey, isCut];
}

const NONE: Counts = [0, 0, 0];

async function openDaysOf(sql: ClickSql, now: number, { from, to }: Days): Promise<number[]> {
  const rows = await sql.run('select day from link_open_days where day >= $1 and day < $2', [from, to]);
  const open = new Set(rows.map(([day]) => Number(day)));
  // The clock of the drain may differ, so today is always open.
  const today = Math.floor(now / DAY_MS);
  if (today >= from && today < to) open.add(today);
  return [...open];
}

async function inClosedDays(
  sql: ClickSql,
  { workspaceId }: Question,
  domains: readonly ClickValue[],
  { from, to }: Days,
  open: readonly number[],
): Promise<Map<string, Counts>> {
  const { params, bind, bindId, bindAll } = bindingsFor(sql);
  const rows = await sql.run(
    `select key, sum(clicks), sum(unique_clicks), sum(bot_clicks) from link_rollup_days
     where workspace_id = ${bindId(workspaceId)} and domain_id in (${bindAll(domains)}) and dimension = 'link'
       and bucket >= ${bind(from)} and bucket < ${bind(to)}
       ${open.length === 0 ? '' : `and bucket not in (${bindAll(open)})`}
     group by key`,
    params,
  );
  return new Map(rows.map(([key, ...counts]) => [String(key), counts.map(Number) as Counts]));
}

const WEIGHTS: Record<Bots, string> = {
  exclude: 'clicks',
  include: 'clicks + bot_clicks',
  only: 'bot_clicks',
};

async function topOfDay(
  sql: ClickSql,
  { workspaceId, bots }: Question,
  domains: readonly ClickValue[],
  day: number,
): Promise<[string, Counts][]> {
  const { params, bind, bindId, bindAll } = bindingsFor(sql);
  const rows = await sql.run(
    `select link_id, clicks, unique_clicks, bot_clicks from link_days
     where workspace_id = ${bindId(workspaceId)} and day = ${bind(day)} and domain_id in (${bindAll(domains)})
     order by ${WEIGHTS[bots]} desc, link_id limit ${MAX_PER_DAY}`,
    params,
  );
  return rows.map(([id, ...counts]) => [sql.idOf(ID_PREFIXES.link, id), counts.map(Number) as Counts]);
}

async function inOpenDays(
  sql: ClickSql,
  { workspaceId }: Question,
  domains: readonly ClickValue[],
  open: readonly number[],
  links: readonly string[],
): Promise<[string, Counts][]> {
  if (links.length === 0) return [];
  const { params, bindId, bindIds, bindAll } = bindingsFor(sql);
  const rows = await sql.run(
    `select link_id, sum(clicks), sum(unique_clicks), sum(bot_clicks) from link_days
     where workspace_id = ${bindId(workspaceId)} and day in (${bindAll(open)}) and link_id in (${bindIds(links)})
       and domain_id in (${bindAll(domains)})
     group by link_id`,
    params,
  );
  return rows.map(([id, ...counts]) => [sql.idOf(ID_PREFIXES.link, id), counts.map(Number) as Counts]);
}

function topOf(all: Map<string, Counts>, query: Bots): Map<string, Counts> {
  const ranked = [...all].toSorted(
    ([oneKey, one], [otherKey, other]) => weightOf(other, query) - weightOf(one, query) || (oneKey < otherKey ? -1 : 1),
  );
  return new Map(ranked.slice(0, MAX_SHOWN));
}
