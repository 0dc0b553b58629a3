import type { SQLQueryBindings, Statement } from 'bun:sqlite';

import { SqliteConnection } from '../../../db/sqlite/connection';
import { uuidBytes } from '../../../db/uuid';
import type { DrainStore, DrainTx } from './drain-store';
import { sqliteSql } from './sqlite-sql';

const CLICK_COLUMNS =
  'id, workspace_id, domain_id, link_id, created_at, bot_reason, is_unique, "trigger", target_key, country, region, city, device, os, browser, language, referrer_host, referrer_hash, destination_hash, utm_source, utm_medium, utm_campaign, utm_term, utm_content, utm_ref, query, tag_ids, address_prefix';

const ADD_CLICK = `insert into link_clicks (${CLICK_COLUMNS}) values (${CLICK_COLUMNS.replaceAll(/[^,]+/g, '?')})`;
const ADD_VISITOR = 'insert into link_visitors (visitor) values (?) on conflict do nothing';
const ADD_URL = `insert into link_urls (workspace_id, hash, url, seen_day) values (?, ?, ?, ?)
  on conflict do update set seen_day = max(seen_day, excluded.seen_day)`;
const addRollup = (table: string) =>
  `insert into ${table} (workspace_id, domain_id, dimension, bucket, "key", clicks, unique_clicks, bot_clicks)
  values (?, ?, ?, ?, ?, ?, ?, ?) on conflict do update set clicks = clicks + excluded.clicks,
  unique_clicks = unique_clicks + excluded.unique_clicks, bot_clicks = bot_clicks + excluded.bot_clicks`;
const ADD_LINK_DAY = `insert into link_days (workspace_id, day, link_id, domain_id, clicks, unique_clicks, bot_clicks)
  values (?, ?, ?, ?, ?, ?, ?) on conflict do update set clicks = clicks + excluded.clicks,
  unique_clicks = unique_clicks + excluded.unique_clicks, bot_clicks = bot_clicks + excluded.bot_clicks,
  domain_id = excluded.domain_id`;
const ADD_COUNTERS = `insert into link_counters (link_id, workspace_id, clicks, unique_clicks, bot_clicks,
  last_clicked_at) values (?, ?, ?, ?, ?, ?) on conflict do update set clicks = clicks + excluded.clicks,
  unique_clicks = unique_clicks + excluded.unique_clicks, bot_clicks = bot_clicks + excluded.bot_clicks,
  last_clicked_at = max(last_clicked_at, excluded.last_clicked_at)`;
const ADD_USES = `insert into link_uses (link_id, workspace_id, used) values (?, ?, ?)
  on conflict do update set used = used + excluded.used`;
const RESERVE_NUMBERS = `insert into click_drain (id, fence, lease_until, handoff_no) values (1, 0, 0, ?1)
  on conflict do update set handoff_no = handoff_no + ?1 returning handoff_no`;
const ADD_HANDOFF = 'insert into click_handoff (no, workspace_id, kind, created_at, payload) values (?, ?, ?, ?, ?)';

function createIdCache(max: number) {
  const known = new Map<string, Uint8Array>();
  return (id: string): Uint8Array => {
    let bytes = known.get(id);
    if (bytes === undefined) {
      if (known.size >= max) known.clear();
      known.set(id, (bytes = uuidBytes(id)));
    }
    return bytes;
  };
}

export function openSqliteDrain(file: string): DrainStore {
  const connection = new SqliteConnection(file);
  const { driver } = connection;
  // A power failure that reverts a commit reverts its position too, since segments are deleted after a checkpoint.
  driver.run('pragma synchronous = normal');
  driver.run('pragma wal_autocheckpoint = 0');
  driver.run('pragma cache_size = -32768');
  // Pages beyond SQLite’s own cache are read from the system’s cache without a copy.
  driver.run('pragma mmap_size = 268435456');

  const prepared = new Map<string, Statement>();
  const statement = (text: string): Statement => {
    let known = prepared.get(text);
    if (known === undefined) prepared.set(text, (known = driver.prepare(text)));
    return known;
  };
  const sql = sqliteSql(connection);
  const workspaceIdBytes = createIdCache(10_000);
  const linkIdBytes = createIdCache(50_000);

  const insertEach = <T>(
    text: string,
    rows: readonly T[],
    values: (row: T, index: number) => SQLQueryBindings[],
  ): void => {
    const insert = statement(text);
    for (const [index, row] of rows.entries()) insert.run(...values(row, index));
  };

  const tx: DrainTx = {
    ...sql,
    async addVisitors(visitors) {
      const insert = statement(ADD_VISITOR);
      return visitors.map((visitor) => insert.run(visitor).changes > 0);
    },
    addClicks: async (rows, hashes) =>
      insertEach(ADD_CLICK, rows, (row, index) => [
        uuidBytes(row.id),
        workspaceIdBytes(row.workspaceId),
        workspaceIdBytes(row.domainId),
        linkIdBytes(row.linkId),
        row.at,
        row.botReason,
        row.isUnique ? 1 : 0,
        row.trigger,
        row.targetKey,
        row.country,
        row.region,
        row.city,
        row.device,
        row.os,
        row.browser,
        row.language,
        row.referrerHost,
        hashes[index]?.referrer ?? null,
        hashes[index]?.destination ?? null,
        row.utm.source ?? null,
        row.utm.medium ?? null,
        row.utm.campaign ?? null,
        row.utm.term ?? null,
        row.utm.content ?? null,
        row.utm.ref ?? null,
        row.query,
        row.tagIds.length === 0 ? null : row.tagIds.join(','),
        row.addressPrefix,
      ]),
    addUrls: async (rows) =>
      insertEach(ADD_URL, rows, ({ workspaceId, hash, url, day }) => [workspaceIdBytes(workspaceId), hash, url, day]),
    addRollups: async (table, rows) =>
      insertEach(addRollup(table), rows, (row) => [
        workspaceIdBytes(row.workspaceId),
        workspaceIdBytes(row.domainId),
        row.dimension,
        row.bucket,
        row.key,
        row.clicks,
        row.unique,
        row.bots,
      ]),
    addLinkDays: async (rows) =>
      insertEach(ADD_LINK_DAY, rows, (row) => [
        workspaceIdBytes(row.workspaceId),
        row.day,
        linkIdBytes(row.linkId),
        workspaceIdBytes(row.domainId),
        row.clicks,
        row.unique,
        row.bots,
      ]),
    addCounters: async (rows) =>
      insertEach(ADD_COUNTERS, rows, (row) => [
        linkIdBytes(row.linkId),
        workspaceIdBytes(row.workspaceId),
        row.clicks,
        row.unique,
        row.bots,
        row.lastAt,
      ]),
    addUses: async (rows) =>
      insertEach(ADD_USES, rows, (row) => [linkIdBytes(row.linkId), workspaceIdBytes(row.workspaceId), row.used]),
    async addHandoffs(rows, now) {
      if (rows.length === 0) return;
      const last = Number(statement(RESERVE_NUMBERS).values(rows.length)[0]?.[0]);
      const first = last - rows.length + 1;
      const insert = statement(ADD_HANDOFF);
      for (const [index, { workspaceId, kind, payload }] of rows.entries()) {
        insert.run(first + index, workspaceIdBytes(workspaceId), kind, now, payload);
      }
    },
  };

  return {
    ...sql,
    batch: (work) => sql.transaction(() => work(tx)),
    async checkpoint() {
      const [busy, written, moved] = connection.run('pragma wal_checkpoint(passive)')[0] ?? [];
      return busy === 0 && written === moved;
    },
    lease: undefined,
    async close() {
      for (const one of prepared.values()) one.finalize();
      connection.close();
    },
  };
}
