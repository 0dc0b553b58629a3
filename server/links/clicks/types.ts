import type { Continent } from '../../../shared/links/clicks';
import type { GeoLocation } from './enrich/geo';
import type { ClickRecord } from './journal/record';
import type { Journal } from './journal/types';
import type { ClickStore } from './store/store';

export interface Clicks {
  journal: Journal;
  store: ClickStore;
  /** Resolves once the click is durable; false when it was dropped. */
  record(click: ClickRecord): Promise<boolean>;
  /** `ids` are those of the link, its domain and its tags. */
  interestOf(workspaceId: string, ids: () => readonly string[]): number;
  /** Uses the operator’s files first, then the header of a trusted proxy. */
  locationOf(address: string, country: string | null): GeoLocation & { continent: Continent | null };
  /** Resolves once clicks from before the start are counted, or another process counts them. */
  settled(): Promise<void>;
  /** Milliseconds since 1970 up to which every click is counted. */
  asOf(): Promise<number>;
  /** Resolves when journal, drain and hand-off are empty; for tests. */
  drained(): Promise<void>;
  /** Clicks are dropped, or wait longer than a minute. */
  isDegraded(): boolean;
  isDraining(): boolean;
  maintain(signal: AbortSignal): Promise<void>;
  /** For tests. */
  crashDrain(): void;
  start(): Promise<void>;
  stop(): Promise<void>;
}
