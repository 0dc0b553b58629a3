import { DAY_MS } from '../../../../shared/durations';
import { ID_PREFIXES } from '../../../../shared/ids';
import type { AnalyticsGroup } from '../../../../shared/links/analytics';
import { jsonPart, unsought } from '../../../db/dialect';
import { OTHER_KEY, QUARTERS_A_DAY } from '../rollups/dimensions';
import type { FacetSums } from '../rollups/facets';
import type { ClickSql } from '../store/sql';
import { bindingsFor } from './bindings';
import { countRanges, type ClickRange } from './count-clicks';
import { addToKey, addCounts, type Counts, type Question, type Tally } from './question';
import type { Range } from './range';

interface LinkDay {
  linkId: string;
  domainId: string;
  day: number;
  counts: Counts;
  facets: FacetSums | null;
  through: number;
  isBehind: boolean;
}

interface DayRange extends ClickRange {
  isPart: boolean;
}

/** Uses daily facets, and raw clicks for days without facets or only partly in the range. */
export async function countFromLinkDays(sql: ClickSql, question: Question, range: Range): Promise<Tally> {
  const { groupBy, now, rawSince } = question;
  const byKey = new Map<string, Counts>();
  const totals: Counts = [0, 0, 0];
  const pieces: DayRange[] = [];
  let [from, to] = [range.from, range.to];
  let open: DayRange | undefined;
  const readRaw = (piece: DayRange): void => {
    if (open?.linkId === piece.linkId && open.isPart === piece.isPart && open.after === 0 && piece.after === 0) {
      open.to = piece.to;
      open.rows += piece.rows;
    } else pieces.push((open = piece));
  };

  for (const day of await daysOf(sql, question, range)) {
    const [starts, ends] = [day.day * DAY_MS, (day.day + 1) * DAY_MS];
    const isWhole = starts >= range.from && (ends <= range.to || range.to >= now);
    const isPurged = starts < rawSince && day.facets !== null;
    const whole = {
      linkId: day.linkId,
      from: starts,
      to: ends,
      after: 0,
      rows: day.counts[0] + day.counts[2],
      isPart: false,
    };
    if (!isWhole && !isPurged) {
      readRaw({ ...whole, from: Math.max(starts, range.from), to: Math.min(ends, range.to), isPart: true });
      continue;
    }

    addCounts(totals, day.counts);
    [from, to] = [Math.min(from, starts), Math.max(to, Math.min(ends, now))];
    const plainKey = keyOfLinkDay(groupBy, day);
    if (plainKey !== undefined) addToKey(byKey, plainKey, day.counts);
    else if (day.facets === null) {
      readRaw(whole);
      continue;
    } else {
      for (const [key, counts] of Object.entries(day.facets)) addToKey(byKey, keyOf(groupBy, key, day.day), counts);
      if (day.isBehind) readRaw({ ...whole, after: day.through });
    }
    open = undefined;
  }

  for (const isPart of [true, false]) {
    const counted = await countRanges(
      sql,
      question,
      range,
      pieces.filter((piece) => piece.isPart === isPart),
    );
    for (const [key, counts] of counted.byKey) addToKey(byKey, key, counts);
    if (isPart) addCounts(totals, counted.totals);
  }
  if (groupBy === 'total') byKey.set('', totals);
  return { from, to, totals, byKey, approximate: byKey.has(OTHER_KEY) };
}

async function daysOf(sql: ClickSql, question: Question, { from, to }: Range): Promise<LinkDay[]> {
  const { linkIds, domainIds, groupBy } = question;
  if (!linkIds || linkIds.length === 0 || domainIds?.length === 0) return [];
  const { params, bind, bindId, bindIds } = bindingsFor(sql);
  const rows = await sql.run(
    `select link_id, domain_id, day, clicks, unique_clicks, bot_clicks,
       case when facets is null then null else coalesce(${facetsBy(groupBy)}, '{}') end, facets_through, facets_count
     from link_days
     where ${unsought('workspace_id')} = ${bindId(question.workspaceId)} and link_id in (${bindIds(linkIds)})
       and day >= ${bind(Math.floor(from / DAY_MS))} and day < ${bind(Math.ceil(to / DAY_MS))}
       ${domainIds ? `and domain_id in (${bindIds(domainIds)})` : ''}
     order by link_id, day`,
    params,
  );
  return rows.map(([linkId, domainId, day, clicks, unique, bots, facets, through, count]) => ({
    linkId: sql.idOf(ID_PREFIXES.link, linkId),
    domainId: sql.idOf(ID_PREFIXES.domain, domainId),
    day: Number(day),
    counts: [Number(clicks), Number(unique), Number(bots)],
    facets: facets === null ? null : (JSON.parse(facets as string) as FacetSums),
    through: Number(through),
    isBehind: Number(clicks) + Number(bots) > Number(count),
  }));
}

/** Facets are large, so the statement reads only the part that the question needs. */
function facetsBy(group: AnalyticsGroup): string {
  if (['total', 'link', 'domain'].includes(group)) return `'{}'`;
  if (group === 'time' || group === 'weekday_hour') return jsonPart('facets', ['slots']);
  return jsonPart('facets', ['by', group === 'continent' ? 'country' : group]);
}

/** Slots are quarter hours of their day. */
const keyOf = (group: AnalyticsGroup, key: string, day: number): string =>
  group === 'time' || group === 'weekday_hour' ? String(day * QUARTERS_A_DAY + Number(key)) : key;

function keyOfLinkDay(group: AnalyticsGroup, { linkId, domainId }: LinkDay): string | undefined {
  if (group === 'total') return '';
  if (group === 'link') return linkId;
  return group === 'domain' ? domainId : undefined;
}
