import { countriesOf } from '../../../../shared/continents';
import { DAY_MS } from '../../../../shared/durations';
import { ID_PREFIXES } from '../../../../shared/ids';
import { quarterColumn, unsought } from '../../../db/dialect';
import { nextTurn } from '../../../next-turn';
import { OTHER_KEY, QUARTER_MS, urlHash64, urlKey } from '../rollups/dimensions';
import type { ClickSql } from '../store/sql';
import { type Bindings, bindingsFor } from './bindings';
import {
  addToKey,
  addCounts,
  type Counts,
  type Filter,
  type Question,
  sumCounts,
  type Tally,
  QueryTooExpensive,
} from './question';
import type { Range } from './range';

const BUDGET_MS = 5000;
/** Target duration of one statement, so that other questions run in between. */
const TARGET_MS = 50;
const FIRST_STEP_MS = DAY_MS;
const MAX_ROWS_PER_STATEMENT = 20_000;
const MIN_STEP_MS = QUARTER_MS;

/** Ranges per statement, in few sizes to reuse prepared statements. */
const RANGES_PER_STATEMENT = [64, 8, 1];

const QUARTER = quarterColumn('created_at');
const MAX_URLS = 1000;

type Sums = Pick<Tally, 'byKey' | 'totals'>;

export interface ClickRange {
  linkId: string;
  from: number;
  to: number;
  after: number;
  rows: number;
}

/** Reads short ranges together. Throws `QueryTooExpensive`. */
export async function countRanges(
  sql: ClickSql,
  question: Question,
  range: Range,
  pieces: readonly ClickRange[],
): Promise<Sums> {
  const byKey = new Map<string, Counts>();
  const totals: Counts = [0, 0, 0];
  const addAll = (counted: Sums): void => {
    for (const [key, counts] of counted.byKey) addToKey(byKey, key, counts);
    addCounts(totals, counted.totals);
  };
  for (const bundle of batchRanges(pieces.filter(({ rows }) => rows <= MAX_ROWS_PER_STATEMENT))) {
    const sums = new Map(await readRows(sql, question, (bindings) => rangesCondition(bundle, bindings)));
    const counted = { byKey: sums, totals: sumCounts(sums.values()) };
    addAll(await groupKeys(sql, question, counted, MAX_URLS * bundle.length));
    await nextTurn();
  }
  for (const { linkId, after, ...time } of pieces.filter(({ rows }) => rows > MAX_ROWS_PER_STATEMENT)) {
    addAll(await countClicks(sql, { ...question, linkIds: [linkId] }, { ...range, ...time }, after));
  }
  return { byKey, totals };
}

function* batchRanges(pieces: readonly ClickRange[]): Generator<readonly ClickRange[]> {
  let at = 0;
  while (at < pieces.length) {
    const size = RANGES_PER_STATEMENT.find((max) => {
      const some = pieces.slice(at, at + max);
      return (
        max === 1 || (some.length === max && some.reduce((sum, { rows }) => sum + rows, 0) <= MAX_ROWS_PER_STATEMENT)
      );
    });
    yield pieces.slice(at, (at += size ?? 1));
  }
}

function rangesCondition(pieces: readonly ClickRange[], { bind, bindId, bindTime }: Bindings): string[] {
  const each = pieces.map(
    ({ linkId, from, to, after }) =>
      `(link_id = ${bindId(linkId)} and created_at >= ${bindTime(from)} and created_at < ${bindTime(to)} and seq > ${bind(after)})`,
  );
  return [`(${each.join(' or ')})`];
}

/** Reads in time ranges, so that no statement blocks the reader for long. Throws `QueryTooExpensive`. */
export async function countClicks(sql: ClickSql, question: Question, range: Range, after = 0): Promise<Tally> {
  const byKey = new Map<string, Counts>();
  const totals: Counts = [0, 0, 0];
  const deadline = performance.now() + BUDGET_MS;
  let step = FIRST_STEP_MS;
  for (let from = range.from; from < range.to;) {
    const to = Math.min(from + step, range.to);
    const began = performance.now();
    for (const [key, counts] of await readRows(sql, question, (bindings) =>
      withinTime({ from, to }, after, question, bindings),
    )) {
      addToKey(byKey, key, counts);
      addCounts(totals, counts);
    }
    const took = performance.now() - began;
    if (took > TARGET_MS) step = Math.max(MIN_STEP_MS, step / 2);
    else if (took < TARGET_MS / 4) step *= 2;
    if (performance.now() > deadline && to < range.to) throw new QueryTooExpensive();
    from = to;
    if (from < range.to) await nextTurn();
  }

  return { ...range, ...(await groupKeys(sql, question, { byKey, totals })), approximate: false };
}

async function groupKeys(
  sql: ClickSql,
  question: Question,
  { byKey, totals }: Sums,
  maxUrls = MAX_URLS,
): Promise<Sums> {
  const { groupBy } = question;
  if (groupBy === 'tag') return { totals, byKey: byTag(byKey) };
  // Clicks without the value belong to no row.
  byKey.delete('');
  if (groupBy === 'total') byKey.set('', totals);
  if (groupBy === 'referrer' || groupBy === 'destination') {
    return { totals, byKey: await byUrl(sql, question, byKey, maxUrls) };
  }
  return { totals, byKey };
}

function withinTime(
  { from, to }: { from: number; to: number },
  after: number,
  { linkIds }: Question,
  { bind, bindTime, bindIds }: Bindings,
): string[] {
  return [
    `created_at >= ${bindTime(from)}`,
    `created_at < ${bindTime(to)}`,
    ...(linkIds ? [linkIds.length === 0 ? '1 = 0' : `link_id in (${bindIds(linkIds)})`] : []),
    ...(after > 0 ? [`seq > ${bind(after)}`] : []),
  ];
}

async function readRows(
  sql: ClickSql,
  question: Question,
  within: (bindings: Bindings) => string[],
): Promise<[string, Counts][]> {
  const bindings = bindingsFor(sql);
  const { params, bindId, bindIds } = bindings;
  const { workspaceId, domainIds, linkIds, filters, groupBy } = question;
  const key = keyOf(sql, groupBy);
  const conditions = [
    `${linkIds ? unsought('workspace_id') : 'workspace_id'} = ${bindId(workspaceId)}`,
    ...within(bindings),
    ...(domainIds ? [domainIds.length === 0 ? '1 = 0' : `domain_id in (${bindIds(domainIds)})`] : []),
    ...filters.map((filter) => conditionOf(filter, bindings)),
  ];
  const rows = await sql.run(
    `select ${key.column}, count(*) filter (where bot_reason is null), count(*) filter (where is_unique),
       count(*) filter (where bot_reason is not null)
     from link_clicks where ${conditions.join(' and ')} group by 1`,
    params,
  );
  return rows.map(([value, ...counts]) => [value === null ? '' : key.read(value), counts.map(Number) as Counts]);
}

interface KeyColumn {
  column: string;
  read(value: unknown): string;
}

function keyOf(sql: ClickSql, group: Question['groupBy']): KeyColumn {
  switch (group) {
    case 'total':
      return { column: `''`, read: String };
    case 'time':
    case 'weekday_hour':
      return { column: QUARTER, read: (value) => String(Number(value)) };
    case 'link':
      return { column: 'link_id', read: (value) => sql.idOf(ID_PREFIXES.link, value) };
    case 'domain':
      return { column: 'domain_id', read: (value) => sql.idOf(ID_PREFIXES.domain, value) };
    case 'continent':
      return { column: 'country', read: String };
    case 'tag':
      return { column: 'tag_ids', read: String };
    case 'referrer':
    case 'destination':
      return { column: `cast(${group}_hash as text)`, read: String };
    default:
      return { column: group, read: String };
  }
}

function conditionOf({ dimension, values, isExcluded }: Filter, bindings: Bindings): string {
  const { bind, bindAll } = bindings;
  const within = (column: string, all: readonly (string | bigint)[]): string =>
    all.length === 0 ? '1 = 0' : `coalesce(${column} in (${bindAll(all)}), false)`;
  const found = (() => {
    if (dimension === 'continent')
      return within(
        'country',
        values.flatMap((value) => countriesOf(value)),
      );
    if (dimension === 'referrer' || dimension === 'destination')
      return within(`${dimension}_hash`, values.map(urlHash64));
    if (dimension === 'tag') {
      const has = values.map((id) => `',' || coalesce(tag_ids, '') || ',' like ${bind(`%,${id},%`)}`);
      return has.length === 0 ? '1 = 0' : `(${has.join(' or ')})`;
    }
    return within(dimension, values);
  })();
  return isExcluded ? `not (${found})` : found;
}

function byTag(sums: Map<string, Counts>): Map<string, Counts> {
  const byKey = new Map<string, Counts>();
  for (const [tagIds, counts] of sums) {
    for (const id of tagIds.split(',')) if (id !== '') addToKey(byKey, id, counts);
  }
  return byKey;
}

async function byUrl(
  sql: ClickSql,
  question: Question,
  sums: Map<string, Counts>,
  max: number,
): Promise<Map<string, Counts>> {
  const ranked = [...sums].toSorted(([, a], [, b]) => b[0] + b[2] - a[0] - a[2]);
  const byKey = new Map<string, Counts>();
  const shown = ranked.slice(0, max);
  const { params, bindId, bindAll } = bindingsFor(sql);
  const rows =
    shown.length === 0
      ? []
      : await sql.run(
          `select cast(hash as text), url from link_urls
           where workspace_id = ${bindId(question.workspaceId)} and hash in (${bindAll(shown.map(([hash]) => BigInt(hash)))})`,
          params,
        );
  const urls = new Map(rows.map(([hash, url]) => [String(hash), String(url)]));
  for (const [hash, counts] of shown) addToKey(byKey, urlKey(urls.get(hash) ?? OTHER_KEY), counts);
  const rest = sumCounts(ranked.slice(max).map(([, counts]) => counts));
  if (ranked.length > max) addToKey(byKey, OTHER_KEY, rest);
  return byKey;
}
