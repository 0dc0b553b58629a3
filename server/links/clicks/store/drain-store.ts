import type { Lease } from '../drain/drain-lease';
import type { StoredClick, ClickHashes, HandoffRow, LinkDaySum, LinkSum, RollupSum, UrlRow, UsesRow } from './rows';
import type { ClickSql } from './sql';

export interface DrainTx extends ClickSql {
  /** Returns whether each visitor is new, in the same order. */
  addVisitors(visitors: readonly bigint[]): Promise<boolean[]>;
  addClicks(rows: readonly StoredClick[], hashes: readonly ClickHashes[]): Promise<void>;
  addUrls(rows: readonly UrlRow[]): Promise<void>;
  addRollups(table: 'link_rollups' | 'link_rollup_days', rows: readonly RollupSum[]): Promise<void>;
  addLinkDays(rows: readonly LinkDaySum[]): Promise<void>;
  addCounters(rows: readonly LinkSum[]): Promise<void>;
  addUses(rows: readonly UsesRow[]): Promise<void>;
  addHandoffs(rows: readonly HandoffRow[], now: number): Promise<void>;
}

export interface DrainStore extends ClickSql {
  batch<T>(work: (tx: DrainTx) => Promise<T>): Promise<T>;
  /** Makes all commits durable; false while a reader prevents the checkpoint. */
  checkpoint(): Promise<boolean>;
  /** Undefined on SQLite, where the draining process holds a file lock. `taken` runs whenever the lease is acquired. */
  lease: ((owner: string, taken: () => void) => Lease) | undefined;
  close(): Promise<void>;
}
