import { DAY_MS } from '../../../../shared/durations';
import { ID_PREFIXES } from '../../../../shared/ids';
import { type Dimension, OTHER_KEY, QUARTER_DIMENSIONS, QUARTER_MS, QUARTERS_A_DAY } from '../rollups/dimensions';
import type { ClickSql, ClickValue } from '../store/sql';
import { bindingsFor } from './bindings';
import { addToKey, addCounts, type Counts, type Question, sumCounts, type Tally } from './question';
import type { Range } from './range';
import { topLinks } from './top-links';

/** Quarter-hour sums are kept 32 days; the last day may be partial. */
const QUARTER_RETENTION_DAYS = 31;

interface RollupRange {
  table: 'link_rollups' | 'link_rollup_days';
  from: number;
  to: number;
}

/** Counts whole UTC days by day and the ends by quarter hour, or by day when quarter hours are purged. */
export async function countFromRollups(sql: ClickSql, question: Question, range: Range): Promise<Tally> {
  const domains = question.domainIds?.map((id) => sql.id(id)) ?? (await domainsWithRollups(sql, question.workspaceId));
  const read = (dimension: string, rollupRange: RollupRange, by: 'key' | 'domain_id' | 'bucket') =>
    readSums(sql, question.workspaceId, domains, dimension, rollupRange, by);

  const { groupBy, now } = question;
  if (groupBy === 'time' || groupBy === 'weekday_hour') {
    const byKey = await read('total', quartersOf(range), 'bucket');
    return { from: range.from, to: range.to, totals: sumCounts(byKey.values()), byKey, approximate: false };
  }

  const dimension = dimensionOf(groupBy);
  const { ranges, from, to } = splitRange(dimension, range, now);
  const totals: Counts = [0, 0, 0];
  const byKey = new Map<string, Counts>();
  for (const rollupRange of ranges) {
    const ofAll = await read('total', rollupRange, groupBy === 'domain' ? 'domain_id' : 'key');
    addCounts(totals, sumCounts(ofAll.values()));
    const sums =
      dimension === 'total' ? ofAll : dimension === 'link' ? new Map() : await read(dimension, rollupRange, 'key');
    for (const [key, counts] of sums as Map<string, Counts>) addToKey(byKey, key, counts);
  }
  if (dimension !== 'link') return { from, to, totals, byKey, approximate: byKey.has(OTHER_KEY) };

  const [links, isCut] = await topLinks(sql, question, domains, { from: from / DAY_MS, to: Math.ceil(to / DAY_MS) });
  return { from, to, totals, byKey: links, approximate: isCut };
}

type RollupDimension = Dimension | 'link';
const dimensionOf = (group: Question['groupBy']): RollupDimension => {
  if (group === 'continent') return 'country';
  return group === 'domain' ? 'total' : (group as RollupDimension);
};

const quartersOf = ({ from, to }: Range): RollupRange => ({
  table: 'link_rollups',
  from: Math.floor(from / QUARTER_MS),
  to: Math.ceil(to / QUARTER_MS),
});

function splitRange(
  dimension: RollupDimension,
  { from, to }: Range,
  now: number,
): { ranges: RollupRange[]; from: number; to: number } {
  const hasQuarters = (at: number): boolean =>
    dimension === 'total' ||
    ((QUARTER_DIMENSIONS as readonly string[]).includes(dimension) && at > now - QUARTER_RETENTION_DAYS * DAY_MS);

  const isUpToNow = to >= now;
  let [firstDay, lastDay] = [Math.ceil(from / DAY_MS), isUpToNow ? Math.ceil(to / DAY_MS) : Math.floor(to / DAY_MS)];
  if (!hasQuarters(from)) firstDay = Math.floor(from / DAY_MS);
  if (!isUpToNow && !hasQuarters(to)) lastDay = Math.ceil(to / DAY_MS);

  const quarters = quartersOf({ from, to } as Range);
  if (firstDay > lastDay || (firstDay === lastDay && hasQuarters(from))) {
    return { ranges: [quarters], from, to };
  }
  const ranges: RollupRange[] = [{ table: 'link_rollup_days', from: firstDay, to: lastDay }];
  const before = { ...quarters, to: firstDay * QUARTERS_A_DAY };
  const after = { ...quarters, from: lastDay * QUARTERS_A_DAY };
  if (before.from < before.to) ranges.push(before);
  if (after.from < after.to) ranges.push(after);
  return {
    ranges,
    from: Math.min(from, firstDay * DAY_MS),
    to: isUpToNow ? to : Math.max(to, lastDay * DAY_MS),
  };
}

async function domainsWithRollups(sql: ClickSql, workspaceId: string): Promise<ClickValue[]> {
  const rows = await sql.run(
    `with recursive seen(id) as (
       select (select domain_id from link_rollups where workspace_id = $1 order by domain_id limit 1)
       union all
       select (select domain_id from link_rollups where workspace_id = $1 and domain_id > seen.id
         order by domain_id limit 1)
       from seen where seen.id is not null
     ) select id from seen where id is not null`,
    [sql.id(workspaceId)],
  );
  return rows.map(([id]) => id as ClickValue);
}

async function readSums(
  sql: ClickSql,
  workspaceId: string,
  domains: readonly ClickValue[],
  dimension: string,
  { table, from, to }: RollupRange,
  by: 'key' | 'domain_id' | 'bucket',
): Promise<Map<string, Counts>> {
  if (domains.length === 0) return new Map();
  const { params, bind, bindId, bindAll } = bindingsFor(sql);
  // The literal matches the partial index; a bound value would not.
  const wanted = dimension === 'total' ? `'total'` : bind(dimension);
  const rows = await sql.run(
    `select ${by}, sum(clicks), sum(unique_clicks), sum(bot_clicks) from ${table}
     where workspace_id = ${bindId(workspaceId)} and domain_id in (${bindAll(domains)})
       and dimension = ${wanted} and bucket >= ${bind(from)} and bucket < ${bind(to)}
     group by ${by}`,
    params,
  );
  return new Map(
    rows.map(([key, ...counts]) => [
      by === 'domain_id' ? sql.idOf(ID_PREFIXES.domain, key) : String(key),
      counts.map(Number) as Counts,
    ]),
  );
}
