import type {
  BotReason,
  Browser,
  ClickTrigger,
  Device,
  OperatingSystem,
  UtmField,
} from '../../../../shared/links/clicks';

export interface ClickFacts {
  id: string;
  workspaceId: string;
  domainId: string;
  linkId: string;
  tagIds: readonly string[];
  /** Milliseconds since 1970. */
  at: number;
  /** Null: a human. */
  botReason: BotReason | null;
  isUnique: boolean;
  trigger: ClickTrigger;
  targetKey: string | null;
  country: string | null;
  /** ISO 3166-2 with its country. */
  region: string | null;
  city: string | null;
  device: Device | null;
  os: OperatingSystem | null;
  browser: Browser | null;
  language: string | null;
  referrerHost: string | null;
  referrer: string | null;
  /** Null: the answer led nowhere. */
  destination: string | null;
  utm: Partial<Record<UtmField, string>>;
  query: string | null;
  addressPrefix: string | null;
}

export interface Sum {
  clicks: number;
  unique: number;
  bots: number;
}

/** What is to be added to a row of `link_rollups` or `link_rollup_days`. */
export interface RollupSum extends Sum {
  workspaceId: string;
  domainId: string;
  dimension: string;
  /** Quarter hour, or day, since 1970. */
  bucket: number;
  key: string;
}

/** What is to be added to the counters of a link. */
export interface LinkSum extends Sum {
  workspaceId: string;
  domainId: string;
  linkId: string;
  /** Of humans, milliseconds since 1970; 0 for none. */
  lastAt: number;
}
export interface LinkDaySum extends Omit<LinkSum, 'lastAt'> {
  day: number;
}

export interface ClickHashes {
  referrer: bigint | null;
  destination: bigint | null;
}

export interface UrlRow {
  workspaceId: string;
  hash: bigint;
  url: string;
  day: number;
}
export interface UsesRow {
  workspaceId: string;
  linkId: string;
  used: number;
}
export interface HandoffRow {
  workspaceId: string;
  kind: 'clicks' | 'limit';
  payload: string;
}
