import { continentOf } from '../../../../shared/continents';
import { OTHER_KEY, QUARTER_MS } from '../rollups/dimensions';
import type { ClickSql } from '../store/sql';
import { countClicks } from './count-clicks';
import { countFromLinkDays } from './count-link-days';
import { countFromRollups } from './count-rollups';
import {
  addToKey,
  type AnalyticsAnswer,
  type Bots,
  type Counts,
  type Question,
  sumCounts,
  type Tally,
  weightOf,
} from './question';
import { bucketsOf, type Range, weekdayHoursOf } from './range';

/** Uses the smallest source that has the answer. Throws `TooMuch`. */
export async function answerQuestion(sql: ClickSql, question: Question): Promise<AnalyticsAnswer> {
  const { groupBy, range } = question;
  const tally = await tallyOf(sql, question, range);
  const previous =
    question.previous === null
      ? null
      : (await tallyOf(sql, { ...question, groupBy: 'total' }, question.previous)).totals;
  const covered = { ...range, from: tally.from, to: tally.to };
  const rest = { range: covered, totals: tally.totals, previous, approximate: tally.approximate };

  if (groupBy === 'time') return { ...rest, rows: timeRows(tally, covered), other: null };
  if (groupBy === 'weekday_hour') return { ...rest, rows: weekRows(tally, covered), other: null };
  return { ...rest, ...ranked(groupByContinent(tally, question), tally.totals, question) };
}

function tallyOf(sql: ClickSql, question: Question, range: Range): Promise<Tally> {
  if (question.filters.length > 0) return countClicks(sql, question, range);
  return question.linkIds === null ? countFromRollups(sql, question, range) : countFromLinkDays(sql, question, range);
}

function timeRows({ byKey }: Tally, range: Range): AnalyticsAnswer['rows'] {
  const buckets = bucketsOf(range);
  const rows = buckets.map(({ key }) => ({ key, counts: [0, 0, 0] as Counts }));
  let at = 0;
  for (const [quarter, counts] of inOrder(byKey)) {
    while (at + 1 < buckets.length && (buckets[at + 1]?.starts ?? 0) <= quarter * QUARTER_MS) at += 1;
    const row = rows[at];
    if (row) row.counts = sumCounts([row.counts, counts]);
  }
  return rows;
}

function weekRows({ byKey }: Tally, { timezone }: Range): AnalyticsAnswer['rows'] {
  const byHour = new Map<string, Counts>();
  for (let day = 1; day <= 7; day += 1) {
    for (let hour = 0; hour < 24; hour += 1) byHour.set(`${day}-${String(hour).padStart(2, '0')}`, [0, 0, 0]);
  }
  const hourOf = weekdayHoursOf(timezone);
  for (const [quarter, counts] of inOrder(byKey)) addToKey(byHour, hourOf(quarter * QUARTER_MS), counts);
  return [...byHour].map(([key, counts]) => ({ key, counts }));
}

const inOrder = (byKey: Map<string, Counts>): [number, Counts][] =>
  [...byKey].map(([key, counts]) => [Number(key), counts] as [number, Counts]).toSorted(([a], [b]) => a - b);

function groupByContinent({ byKey }: Tally, { groupBy }: Question): Map<string, Counts> {
  if (groupBy !== 'continent') return byKey;
  const byContinent = new Map<string, Counts>();
  for (const [country, counts] of byKey) addToKey(byContinent, continentOf(country) ?? OTHER_KEY, counts);
  return byContinent;
}

function ranked(
  byKey: Map<string, Counts>,
  totals: Counts,
  { groupBy, bots, limit }: Question,
): Pick<AnalyticsAnswer, 'rows' | 'other'> {
  if (groupBy === 'total') return { rows: [{ key: 'total', counts: totals }], other: null };
  // Only bots have a reason.
  const query = groupBy === 'bot_reason' ? 'only' : bots;
  const rows = topRows(byKey, query, limit);
  const shown = new Set(rows.map(({ key }) => key));
  // Links beyond the daily top list appear only in the total.
  const other =
    groupBy === 'link'
      ? subtract(totals, sumCounts(rows.map(({ counts }) => counts)))
      : sumCounts([...byKey].filter(([key, counts]) => !shown.has(key) && weightOf(counts, query) > 0).map(countsOf));
  return { rows, other: weightOf(other, 'include') === 0 ? null : other };
}

const countsOf = ([, counts]: [string, Counts]): Counts => counts;

/** A partial sort, since few of many keys are shown. */
function topRows(byKey: Map<string, Counts>, query: Bots, limit: number): AnalyticsAnswer['rows'] {
  const rows: { key: string; counts: Counts; weight: number }[] = [];
  for (const [key, counts] of byKey) {
    const weight = weightOf(counts, query);
    const last = rows.length < limit ? undefined : rows.at(-1);
    if (weight === 0 || key === OTHER_KEY) continue;
    if (last && (weight < last.weight || (weight === last.weight && key > last.key))) continue;
    if (last) rows.pop();
    const at = rows.findLastIndex((row) => row.weight > weight || (row.weight === weight && row.key < key));
    rows.splice(at + 1, 0, { key, counts, weight });
  }
  return rows.map(({ key, counts }) => ({ key, counts }));
}

const subtract = ([clicks, unique, bots]: Counts, part: Counts): Counts => [
  Math.max(0, clicks - part[0]),
  Math.max(0, unique - part[1]),
  Math.max(0, bots - part[2]),
];
