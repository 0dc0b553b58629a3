import type { Database } from '../../../server/db/database';
import type { ClickRecord } from '../../../server/links/clicks/journal/record';
import { clickEngine } from '../../../server/links/clicks/store/click-engine';
import type { ClickReader } from '../../../server/links/clicks/store/sql';
import { newId } from '../../../shared/ids';
import { SHARED_DOMAIN_ID } from '../../../shared/links/domains';

export const AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
export const DAY_MS = 86_400_000;

/** A click as the redirect records it. */
export const click = (change: Partial<ClickRecord> & Pick<ClickRecord, 'workspaceId'>): ClickRecord => ({
  id: newId('clk'),
  domainId: SHARED_DOMAIN_ID,
  linkId: newId('lnk'),
  linkVersion: 1,
  tagIds: [],
  at: Date.now(),
  address: '203.0.113.7',
  userAgent: AGENT,
  referrer: '',
  language: 'de-DE,de;q=0.9',
  country: 'DE',
  query: '',
  destination: 'https://example.com/landing',
  targetKey: null,
  trigger: 'link',
  class: 'human',
  used: false,
  interest: 0,
  ...change,
});

const TABLES = [
  'link_clicks',
  'link_urls',
  'link_days',
  'link_rollups',
  'link_rollup_days',
  'link_counters',
  'link_uses',
  'click_handoff',
];

export interface Counted {
  clicks: number;
  unique: number;
  bots: number;
}
const counted = (row: readonly unknown[] | undefined): Counted => ({
  clicks: Number(row?.[0] ?? 0),
  unique: Number(row?.[1] ?? 0),
  bots: Number(row?.[2] ?? 0),
});

/** What the click tables hold. */
export function openTables(database: Database) {
  const sql: ClickReader = clickEngine(database.location).openReader();
  const sums = 'sum(clicks), sum(unique_clicks), sum(bot_clicks)';
  const one = async (text: string, workspaceId: string): Promise<Counted> =>
    counted((await sql.run(text, [sql.id(workspaceId)]))[0]);
  return {
    sql,
    close: () => sql.close(),
    /** The same clicks, counted in each place where they stand. */
    async everywhere(workspaceId: string): Promise<Record<string, Counted>> {
      return {
        rows: await one(
          `select sum(case when bot_reason is null then 1 else 0 end), sum(case when is_unique then 1 else 0 end),
           sum(case when bot_reason is null then 0 else 1 end) from link_clicks where workspace_id = $1`,
          workspaceId,
        ),
        rollups: await one(
          `select ${sums} from link_rollups where dimension = 'total' and workspace_id = $1`,
          workspaceId,
        ),
        devices: await one(
          `select ${sums} from link_rollups where dimension = 'device' and workspace_id = $1`,
          workspaceId,
        ),
        days: await one(
          `select ${sums} from link_rollup_days where dimension = 'total' and workspace_id = $1`,
          workspaceId,
        ),
        linkDays: await one(`select ${sums} from link_days where workspace_id = $1`, workspaceId),
        counters: await one(`select ${sums} from link_counters where workspace_id = $1`, workspaceId),
      };
    },
    async rollup(workspaceId: string, dimension: string): Promise<Record<string, Counted>> {
      const rows = await sql.run(
        `select "key", ${sums} from link_rollup_days where workspace_id = $1 and dimension = $2 group by "key"`,
        [sql.id(workspaceId), dimension],
      );
      return Object.fromEntries(rows.map(([key, ...rest]) => [String(key), counted(rest)]));
    },
    /** Rows of a workspace, by table. */
    async left(workspaceId: string): Promise<Record<string, number>> {
      const left: Record<string, number> = {};
      for (const table of TABLES) {
        const [row] = await sql.run(`select count(*) from ${table} where workspace_id = $1`, [sql.id(workspaceId)]);
        left[table] = Number(row?.[0]);
      }
      return left;
    },
    async ids(workspaceId: string): Promise<string[]> {
      const rows = await sql.run('select id from link_clicks where workspace_id = $1', [sql.id(workspaceId)]);
      return rows.map(([id]) => sql.idOf('clk', id));
    },
  };
}
