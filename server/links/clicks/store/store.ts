import { ID_PREFIXES } from '../../../../shared/ids';
import { andThen, type Awaitable } from '../../../awaitable';
import { placeholders } from '../../../db/sql-text';
import type { DrainStore } from './drain-store';
import type { ClickReader, ClickSql } from './sql';

export interface LinkCounters {
  clicks: number;
  uniqueClicks: number;
  botClicks: number;
  lastClickedAt: Date | null;
}

export interface Handoff {
  no: number;
  workspaceId: string;
  kind: 'clicks' | 'limit';
  /** JSON: `HandoffClick[]`, or `HandoffLimit`. */
  payload: string;
}

/** On SQLite the drain’s Worker writes, since bun:sqlite blocks the thread while another connection writes. */
export interface ClickStore {
  counters(workspaceId: string, linkIds: readonly string[]): Awaitable<ReadonlyMap<string, LinkCounters>>;
  hasCounted(workspaceId: string): Promise<boolean>;
  /** Links without uses are left out. */
  uses(linkIds: readonly string[]): Promise<Map<string, number>>;
  /** Undefined on SQLite, where the drain counts uses. */
  sharedUses: SharedUses | undefined;
  /** Sums of the workspace stay. */
  forgetLinks(workspaceId: string, linkIds: readonly string[]): Promise<void>;
  forgetWorkspaces(workspaceIds: readonly string[]): Promise<void>;
  handoffs(workspaceId: string, after: number, limit: number): Promise<Handoff[]>;
  /** Number of the last row, and the time of the first in milliseconds since 1970. */
  handoffWorkspaces(): Promise<{ workspaceId: string; last: number; oldestAt: number }[]>;
  /** Milliseconds since 1970; null when no batch waits in the database. */
  oldestWaiting(): Promise<number | null>;
  waitingBytes(): Promise<number>;
  close(): Promise<void>;
}

export interface SharedUses {
  /** Returns the new count, or undefined when no use is left. */
  consume(workspaceId: string, linkId: string, max: number): Promise<number | undefined>;
  undo(linkId: string): Promise<void>;
}

export type SharedState = Pick<ClickStore, 'sharedUses' | 'oldestWaiting' | 'waitingBytes'>;

export interface ClickEngine {
  openReader(): ClickReader;
  openStore(writes: ClickWrites): ClickStore;
  openDrain(): DrainStore;
}

interface ClickWrites {
  forgetLinks(workspaceId: string, linkIds: readonly string[]): Promise<void>;
  forgetWorkspaces(workspaceIds: readonly string[]): Promise<void>;
}

const HANDOFF_WORKSPACES = `with recursive t(w) as (
    select (select workspace_id from click_handoff order by workspace_id limit 1)
    union all
    select (select h.workspace_id from click_handoff h where h.workspace_id > t.w order by h.workspace_id limit 1)
      from t where t.w is not null
  )
  select w, (select max(no) from click_handoff where workspace_id = w),
    (select created_at from click_handoff where workspace_id = w order by no limit 1) from t where w is not null`;

const countersTexts: string[] = [];
/** Written once for each number of links, since every read of a link needs it. */
const countersText = (count: number): string =>
  (countersTexts[count] ??= `select link_id, clicks, unique_clicks, bot_clicks, last_clicked_at from link_counters
    where workspace_id = $1 and link_id in (${placeholders({ length: count }, 2)})`);

export const createClickStore = (
  sql: ClickSql & { close(): Promise<void> },
  writes: ClickWrites,
  shared: SharedState,
): ClickStore => ({
  ...shared,

  counters(workspaceId, linkIds) {
    if (linkIds.length === 0) return new Map();
    const reading = sql.run(countersText(linkIds.length), [sql.id(workspaceId), ...linkIds.map((id) => sql.id(id))]);
    return andThen(reading, (rows) => {
      const counters = new Map<string, LinkCounters>();
      for (const [id, clicks, unique, bots, lastAt] of rows) {
        const last = sql.timeOf(lastAt);
        counters.set(sql.idOf(ID_PREFIXES.link, id), {
          clicks: Number(clicks),
          uniqueClicks: Number(unique),
          botClicks: Number(bots),
          lastClickedAt: last === 0 ? null : new Date(last),
        });
      }
      return counters;
    });
  },

  async hasCounted(workspaceId) {
    const rows = await sql.run('select 1 from link_counters where workspace_id = $1 limit 1', [sql.id(workspaceId)]);
    return rows.length > 0;
  },

  async uses(linkIds) {
    if (linkIds.length === 0) return new Map();
    const ids = linkIds.map((id) => sql.id(id));
    const rows = await sql.run(`select link_id, used from link_uses where link_id in (${placeholders(linkIds)})`, ids);
    return new Map(rows.map(([id, used]) => [sql.idOf(ID_PREFIXES.link, id), Number(used)]));
  },

  forgetLinks: (workspaceId, linkIds) => writes.forgetLinks(workspaceId, linkIds),
  forgetWorkspaces: (workspaceIds) => writes.forgetWorkspaces(workspaceIds),

  async handoffs(workspaceId, after, limit) {
    const rows = await sql.run(
      `select no, kind, payload from click_handoff where workspace_id = $1 and no > $2 order by no limit ${limit}`,
      [sql.id(workspaceId), after],
    );
    return rows.map(([no, kind, payload]) => ({
      no: Number(no),
      workspaceId,
      kind: kind as Handoff['kind'],
      payload: String(payload),
    }));
  },

  async handoffWorkspaces() {
    const rows = await sql.run(HANDOFF_WORKSPACES);
    return rows.map(([id, last, oldestAt]) => ({
      workspaceId: sql.idOf(ID_PREFIXES.workspace, id),
      last: Number(last),
      oldestAt: sql.timeOf(oldestAt),
    }));
  },

  close: () => sql.close(),
});
