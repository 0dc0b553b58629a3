import { openPool, type PostgresPool, type Statements } from '../../../db/postgres/pool';
import { idOfText, uuidText } from '../../../db/uuid';
import { createLease } from '../drain/drain-lease';
import type { DrainStore, DrainTx } from './drain-store';
import type { ClickSql, ClickValue } from './sql';

const CLICK_COLUMNS = `id uuid, workspace_id uuid, domain_id uuid, link_id uuid, created_at timestamptz, bot_reason text,
  is_unique boolean, "trigger" text, target_key text, country text, region text, city text, device text, os text,
  browser text, language text, referrer_host text, referrer_hash bigint, destination_hash bigint, utm_source text,
  utm_medium text, utm_campaign text, utm_term text, utm_content text, utm_ref text, query text, tag_ids text,
  address_prefix text`;
const namesOf = (columns: string): string => columns.replaceAll(/("?\w+"?) \w+/g, '$1');

/** One JSON list is the fastest way to insert many rows. */
const insertRows = (table: string, columns: string, rest = ''): string =>
  `insert into ${table} (${namesOf(columns)}) select ${namesOf(columns)}
   from json_to_recordset($1::text::json) as given (${columns}) ${rest}`;

const SUMS = 'clicks bigint, unique_clicks bigint, bot_clicks bigint';
const addSums = (table: string): string =>
  ['clicks', 'unique_clicks', 'bot_clicks'].map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', ');

const ADD_CLICKS = insertRows('link_clicks', CLICK_COLUMNS);
const ADD_VISITORS = `${insertRows('link_visitors', 'visitor bigint', 'on conflict do nothing')}
  returning visitor::text`;
const ADD_URLS = insertRows(
  'link_urls',
  'workspace_id uuid, hash bigint, url text, seen_day int',
  'on conflict (workspace_id, hash) do update set seen_day = greatest(link_urls.seen_day, excluded.seen_day)',
);
const addRollups = (table: string): string =>
  insertRows(
    table,
    `workspace_id uuid, domain_id uuid, dimension text, bucket int, key text, ${SUMS}`,
    `on conflict (workspace_id, domain_id, dimension, bucket, key) do update set ${addSums(table)}`,
  );
const ADD_LINK_DAYS = insertRows(
  'link_days',
  `workspace_id uuid, day int, link_id uuid, domain_id uuid, ${SUMS}`,
  `on conflict (workspace_id, day, link_id) do update set ${addSums('link_days')}, domain_id = excluded.domain_id`,
);
const ADD_COUNTERS = insertRows(
  'link_counters',
  `link_id uuid, workspace_id uuid, ${SUMS}, last_clicked_at timestamptz`,
  `on conflict (link_id) do update set ${addSums('link_counters')},
   last_clicked_at = greatest(link_counters.last_clicked_at, excluded.last_clicked_at)`,
);
const RESERVE_NUMBERS = `insert into click_drain (id, fence, lease_until, handoff_no) values (1, 0, to_timestamp(0), $1)
  on conflict (id) do update set handoff_no = click_drain.handoff_no + $1 returning handoff_no`;
const ADD_HANDOFFS = insertRows(
  'click_handoff',
  'no bigint, workspace_id uuid, kind text, created_at timestamptz, payload text',
);

const textOf = (milliseconds: number): string => new Date(milliseconds).toISOString();

export function postgresSql(pool: PostgresPool, own: Statements = pool): ClickSql {
  const sql: ClickSql = {
    run: async (text, params = []) => (await own.unsafe(text, [...params]).values()) as unknown[][],
    id: uuidText,
    idOf: (prefix, value) => idOfText(prefix, String(value)),
    time: (milliseconds): ClickValue => textOf(milliseconds),
    timeOf: (value) => new Date(value as Date | string).getTime(),
    transaction: (work) => (own === pool ? pool.begin((inner) => work(postgresSql(pool, inner))) : work(sql)),
  };
  return sql;
}

export function openPostgresDrain(url: string): DrainStore {
  const pool = openPool({ url, max: 2 });
  const sql = postgresSql(pool);
  return {
    ...sql,
    batch: (work) => sql.transaction((inner) => work(drainTx(inner))),
    checkpoint: async () => true,
    lease: (owner, reserved) => createLease(sql, owner, reserved),
    close: () => pool.close(),
  };
}

const sums = ({ clicks, unique, bots }: { clicks: number; unique: number; bots: number }) => ({
  clicks,
  unique_clicks: unique,
  bot_clicks: bots,
});

function drainTx(sql: ClickSql): DrainTx {
  const insert = async (text: string, rows: readonly object[]): Promise<readonly unknown[][]> =>
    rows.length === 0 ? [] : sql.run(text, [JSON.stringify(rows)]);

  return {
    ...sql,
    async addVisitors(visitors) {
      const given = visitors.map(String);
      const added = await insert(
        ADD_VISITORS,
        given.map((visitor) => ({ visitor })),
      );
      const fresh = new Set(added.map(([visitor]) => String(visitor)));
      return given.map((visitor) => fresh.delete(visitor));
    },
    async addClicks(rows, hashes) {
      const values = rows.map((row, index) => ({
        id: uuidText(row.id),
        workspace_id: uuidText(row.workspaceId),
        domain_id: uuidText(row.domainId),
        link_id: uuidText(row.linkId),
        created_at: textOf(row.at),
        bot_reason: row.botReason,
        is_unique: row.isUnique,
        trigger: row.trigger,
        target_key: row.targetKey,
        country: row.country,
        region: row.region,
        city: row.city,
        device: row.device,
        os: row.os,
        browser: row.browser,
        language: row.language,
        referrer_host: row.referrerHost,
        referrer_hash: hashes[index]?.referrer?.toString(),
        destination_hash: hashes[index]?.destination?.toString(),
        utm_source: row.utm.source,
        utm_medium: row.utm.medium,
        utm_campaign: row.utm.campaign,
        utm_term: row.utm.term,
        utm_content: row.utm.content,
        utm_ref: row.utm.ref,
        query: row.query,
        tag_ids: row.tagIds.length === 0 ? null : row.tagIds.join(','),
        address_prefix: row.addressPrefix,
      }));
      await insert(ADD_CLICKS, values);
    },
    async addUrls(rows) {
      // One statement may not update a row twice, so only the last day of each counts.
      const values = rows
        .toSorted((a, b) => a.day - b.day)
        .map(({ workspaceId, hash, url, day }) => ({
          workspace_id: uuidText(workspaceId),
          hash: hash.toString(),
          url,
          seen_day: day,
        }));
      await insert(ADD_URLS, [...new Map(values.map((row) => [`${row.workspace_id}${row.hash}`, row])).values()]);
    },
    async addRollups(table, rows) {
      const values = rows.map((row) => ({
        workspace_id: uuidText(row.workspaceId),
        domain_id: uuidText(row.domainId),
        dimension: row.dimension,
        bucket: row.bucket,
        key: row.key,
        ...sums(row),
      }));
      await insert(addRollups(table), values);
    },
    async addLinkDays(rows) {
      const values = rows.map((row) => ({
        workspace_id: uuidText(row.workspaceId),
        day: row.day,
        link_id: uuidText(row.linkId),
        domain_id: uuidText(row.domainId),
        ...sums(row),
      }));
      await insert(ADD_LINK_DAYS, values);
    },
    async addCounters(rows) {
      const values = rows.map((row) => ({
        link_id: uuidText(row.linkId),
        workspace_id: uuidText(row.workspaceId),
        ...sums(row),
        last_clicked_at: textOf(row.lastAt),
      }));
      await insert(ADD_COUNTERS, values);
    },
    // On PostgreSQL uses are counted in `link_uses` before the answer.
    addUses: async () => {},
    async addHandoffs(rows, now) {
      if (rows.length === 0) return;
      const [reserved] = await sql.run(RESERVE_NUMBERS, [rows.length]);
      const first = Number(reserved?.[0]) - rows.length + 1;
      const values = rows.map(({ workspaceId, kind, payload }, index) => ({
        no: first + index,
        workspace_id: uuidText(workspaceId),
        kind,
        created_at: textOf(now),
        payload,
      }));
      await insert(ADD_HANDOFFS, values);
    },
  };
}
