import type { ClickFacts, ClickHashes, HandoffRow, LinkDaySum, LinkSum, RollupSum, UrlRow, UsesRow } from './rows';
import type { ClickSql } from './sql';

/** The writes of one batch, all in one transaction. */
export interface DrainTx extends ClickSql {
  /** Writes down visitors; tells of each, in their order, whether it is the first time. */
  addVisitors(visitors: readonly bigint[]): Promise<boolean[]>;
  /** `hashes` are those of the clicks, in their order. */
  addClicks(rows: readonly ClickFacts[], hashes: readonly ClickHashes[]): Promise<void>;
  addUrls(rows: readonly UrlRow[]): Promise<void>;
  addRollups(table: 'link_rollups' | 'link_rollup_days', rows: readonly RollupSum[]): Promise<void>;
  addLinkDays(rows: readonly LinkDaySum[]): Promise<void>;
  addCounters(rows: readonly LinkSum[]): Promise<void>;
  addUses(rows: readonly UsesRow[]): Promise<void>;
  addHandoffs(rows: readonly HandoffRow[], now: number): Promise<void>;
}

/** The connection of the drain, the only one that writes clicks. */
export interface DrainStore extends ClickSql {
  batch<T>(work: (tx: DrainTx) => Promise<T>): Promise<T>;
  /** Puts all that is committed where a power cut leaves it; false: a reader is in the way, ask again. */
  checkpoint(): Promise<boolean>;
  close(): Promise<void>;
}
