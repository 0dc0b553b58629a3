import { ID_PREFIXES } from '../../../../shared/ids';
import { engine } from '../../../db/engine';
import type { ClickSql } from './sql';

/** Counters of a link; at most a second behind its clicks. */
export interface LinkCounters {
  clicks: number;
  uniqueClicks: number;
  botClicks: number;
  lastClickedAt: Date | null;
}

/** Clicks of one workspace whose events are not written yet. */
export interface Handoff {
  /** Increases in the order of commits. */
  no: number;
  workspaceId: string;
  kind: 'clicks' | 'limit';
  createdAt: Date;
  /** JSON: `HandoffClick[]`, or `HandoffLimit`. */
  payload: string;
}

/**
 * The click tables for the event loop. On SQLite the drain’s Worker does the writes, since bun:sqlite blocks the thread
 * while another connection writes.
 */
export interface ClickStore {
  counters(workspaceId: string, linkIds: readonly string[]): Promise<Map<string, LinkCounters>>;
  hasCounted(workspaceId: string): Promise<boolean>;
  /** Uses of limited links as last written; links without uses are left out. */
  uses(linkIds: readonly string[]): Promise<Map<string, number>>;
  /** Takes one of `max` uses and returns the new count; undefined when none is left. PostgreSQL only. */
  takeUse(workspaceId: string, linkId: string, max: number): Promise<number | undefined>;
  /** Returns a use whose request was not redirected. PostgreSQL only. */
  giveBackUse(linkId: string): Promise<void>;
  /** Deletes clicks, days, counters and uses of deleted links; sums of the workspace stay. */
  forgetLinks(workspaceId: string, linkIds: readonly string[]): Promise<void>;
  /** Deletes everything of deleted workspaces. */
  forgetWorkspaces(workspaceIds: readonly string[]): Promise<void>;
  /** The hand-off rows after `no`, oldest first, of all workspaces. */
  handoffs(after: number, limit: number): Promise<Handoff[]>;
  /** Time of the oldest batch that waits in the database, in milliseconds since 1970; null for none, and on SQLite. */
  oldestWaiting(): Promise<number | null>;
  waitingBytes(): Promise<number>;
  close(): Promise<void>;
}

export interface ClickWrites {
  forgetLinks(workspaceId: string, linkIds: readonly string[]): Promise<void>;
  forgetWorkspaces(workspaceIds: readonly string[]): Promise<void>;
}

export const createClickStore = (sql: ClickSql & { close(): Promise<void> }, writes: ClickWrites): ClickStore => ({
  async counters(workspaceId, linkIds) {
    if (linkIds.length === 0) return new Map();
    const rows = await sql.run(
      `select link_id, clicks, unique_clicks, bot_clicks, last_clicked_at from link_counters
       where workspace_id = $1 and link_id in (${places(linkIds, 2)})`,
      [sql.id(workspaceId), ...linkIds.map((id) => sql.id(id))],
    );
    return new Map(
      rows.map(([id, clicks, unique, bots, lastAt]) => {
        const last = sql.timeOf(lastAt);
        return [
          sql.idOf(ID_PREFIXES.link, id),
          {
            clicks: Number(clicks),
            uniqueClicks: Number(unique),
            botClicks: Number(bots),
            lastClickedAt: last === 0 ? null : new Date(last),
          },
        ];
      }),
    );
  },

  async hasCounted(workspaceId) {
    const rows = await sql.run('select 1 from link_counters where workspace_id = $1 limit 1', [sql.id(workspaceId)]);
    return rows.length > 0;
  },

  async uses(linkIds) {
    if (linkIds.length === 0) return new Map();
    const ids = linkIds.map((id) => sql.id(id));
    const rows = await sql.run(`select link_id, used from link_uses where link_id in (${places(linkIds, 1)})`, ids);
    return new Map(rows.map(([id, used]) => [sql.idOf(ID_PREFIXES.link, id), Number(used)]));
  },

  async takeUse(workspaceId, linkId, max) {
    const [row] = await sql.run(
      `insert into link_uses (link_id, workspace_id, used) values ($1, $2, 1)
       on conflict (link_id) do update set used = link_uses.used + 1 where link_uses.used < $3 returning used`,
      [sql.id(linkId), sql.id(workspaceId), max],
    );
    return row === undefined ? undefined : Number(row[0]);
  },

  async giveBackUse(linkId) {
    await sql.run('update link_uses set used = used - 1 where link_id = $1 and used > 0', [sql.id(linkId)]);
  },

  forgetLinks: (workspaceId, linkIds) => writes.forgetLinks(workspaceId, linkIds),
  forgetWorkspaces: (workspaceIds) => writes.forgetWorkspaces(workspaceIds),

  async handoffs(after, limit) {
    const rows = await sql.run(
      `select no, workspace_id, kind, created_at, payload from click_handoff where no > $1 order by no limit ${limit}`,
      [after],
    );
    return rows.map(([no, workspaceId, kind, createdAt, payload]) => ({
      no: Number(no),
      workspaceId: sql.idOf(ID_PREFIXES.workspace, workspaceId),
      kind: kind as Handoff['kind'],
      createdAt: new Date(sql.timeOf(createdAt)),
      payload: String(payload),
    }));
  },

  async oldestWaiting() {
    if (engine === 'sqlite') return null;
    const [row] = await sql.run('select created_at from click_journal order by id limit 1');
    return row === undefined ? null : sql.timeOf(row[0]);
  },

  async waitingBytes() {
    if (engine === 'sqlite') return 0;
    const [row] = await sql.run('select sum(octet_length(sealed)) from click_journal');
    return Number(row?.[0] ?? 0);
  },

  close: () => sql.close(),
});

const places = (list: readonly unknown[], from: number): string => list.map((_, index) => `$${from + index}`).join();
