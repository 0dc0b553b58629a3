import { countriesOf } from '../../../shared/continents';
import { ID_PREFIXES } from '../../../shared/ids';
import { type ClickSql, unsought } from '../../db/clicks/sql';
import { engine } from '../../db/engine';
import { OTHER_KEY, QUARTER_MS, urlHash, urlKey } from '../dimensions';
import { type Bindings, bindingsFor } from './bindings';
import { add, addTo, type Counts, type Filter, type Question, sumOf, type Tally, TooMuch } from './question';
import type { Range } from './range';

/** What one question may take of the reader’s time. */
const BUDGET_MS = 5000;
/** The reader answers others in between. */
const AIM_MS = 50;
const FIRST_STEP_MS = 24 * 3_600_000;
/** So many rows are read at once. */
const FEW_ROWS = 20_000;
const SHORTEST_STEP_MS = QUARTER_MS;

/** A quarter hour since 1970, in the engine’s own way to hold times. */
const QUARTER = engine === 'postgres' ? 'floor(extract(epoch from created_at) / 900)' : `created_at / ${QUARTER_MS}`;
const MOST_URLS = 1000;

/**
 * Counts raw clicks, piece by piece of the time, so that no statement holds the reader for long; with `after` only rows
 * of greater numbers. `rows` is how many there are at most. Throws `TooMuch` when it takes too long altogether.
 */
export async function fromRaw(
  sql: ClickSql,
  question: Question,
  range: Range,
  { after = 0, rows = Infinity } = {},
): Promise<Tally> {
  const byKey = new Map<string, Counts>();
  const totals: Counts = [0, 0, 0];
  const deadline = performance.now() + BUDGET_MS;
  let step = rows <= FEW_ROWS ? range.to - range.from : FIRST_STEP_MS;
  for (let from = range.from; from < range.to;) {
    const to = Math.min(from + step, range.to);
    const began = performance.now();
    for (const [key, counts] of await readPiece(sql, question, { from, to }, after)) {
      add(byKey, key, counts);
      addTo(totals, counts);
    }
    const took = performance.now() - began;
    if (took > AIM_MS) step = Math.max(SHORTEST_STEP_MS, step / 2);
    else if (took < AIM_MS / 4) step *= 2;
    if (performance.now() > deadline && to < range.to) throw new TooMuch();
    from = to;
    if (from < range.to) await turn();
  }

  const { groupBy } = question;
  if (groupBy === 'tag') return { ...range, totals, byKey: byTag(byKey), approximate: false };
  // A click without the fact belongs to no row.
  byKey.delete('');
  if (groupBy === 'total') byKey.set('', totals);
  if (groupBy === 'referrer' || groupBy === 'destination') {
    return { ...range, totals, byKey: await byUrl(sql, question, byKey), approximate: false };
  }
  return { ...range, totals, byKey, approximate: false };
}

async function readPiece(
  sql: ClickSql,
  question: Question,
  { from, to }: { from: number; to: number },
  after: number,
): Promise<[string, Counts][]> {
  const bindings = bindingsFor(sql);
  const { params, bindId, bindIds, bindTime } = bindings;
  const { workspaceId, domainIds, linkIds, filters, groupBy } = question;
  const key = keyOf(sql, groupBy);
  const conditions = [
    `${linkIds ? unsought('workspace_id') : 'workspace_id'} = ${bindId(workspaceId)}`,
    `created_at >= ${bindTime(from)}`,
    `created_at < ${bindTime(to)}`,
    ...(linkIds ? [linkIds.length === 0 ? '1 = 0' : `link_id in (${bindIds(linkIds)})`] : []),
    ...(domainIds ? [domainIds.length === 0 ? '1 = 0' : `domain_id in (${bindIds(domainIds)})`] : []),
    ...filters.map((filter) => conditionOf(filter, bindings)),
    ...(after > 0 ? [`seq > ${bindings.bind(after)}`] : []),
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
      // A quarter hour, in the engine’s own way to hold times.
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
      return within(`${dimension}_hash`, values.map(urlHash));
    if (dimension === 'tag') {
      const has = values.map((id) => `',' || coalesce(tag_ids, '') || ',' like ${bind(`%,${id},%`)}`);
      return has.length === 0 ? '1 = 0' : `(${has.join(' or ')})`;
    }
    return within(dimension, values);
  })();
  return isExcluded ? `not (${found})` : found;
}

/** A click counts for each tag of its link. */
function byTag(sums: Map<string, Counts>): Map<string, Counts> {
  const byKey = new Map<string, Counts>();
  for (const [tagIds, counts] of sums) {
    for (const id of tagIds.split(',')) if (id !== '') add(byKey, id, counts);
  }
  return byKey;
}

/** Hashes as addresses; only as many as an answer can hold are looked up. */
async function byUrl(sql: ClickSql, question: Question, sums: Map<string, Counts>): Promise<Map<string, Counts>> {
  const ranked = [...sums].toSorted(([, a], [, b]) => b[0] + b[2] - a[0] - a[2]);
  const byKey = new Map<string, Counts>();
  const shown = ranked.slice(0, MOST_URLS);
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
  for (const [hash, counts] of shown) add(byKey, urlKey(urls.get(hash) ?? OTHER_KEY), counts);
  const rest = sumOf(ranked.slice(MOST_URLS).map(([, counts]) => counts));
  if (ranked.length > MOST_URLS) add(byKey, OTHER_KEY, rest);
  return byKey;
}
const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
