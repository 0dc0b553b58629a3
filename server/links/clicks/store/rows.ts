import type {
  BotReason,
  Browser,
  ClickTrigger,
  Device,
  OperatingSystem,
  UtmField,
} from '../../../../shared/links/clicks';

export interface StoredClick {
  id: string;
  workspaceId: string;
  domainId: string;
  linkId: string;
  tagIds: readonly string[];
  at: number;
  botReason: BotReason | null;
  isUnique: boolean;
  trigger: ClickTrigger;
  targetKey: string | null;
  country: string | null;
  region: string | null;
  city: string | null;
  device: Device | null;
  os: OperatingSystem | null;
  browser: Browser | null;
  language: string | null;
  referrerHost: string | null;
  referrer: string | null;
  /** Null when the answer did not redirect. */
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

export interface RollupSum extends Sum {
  workspaceId: string;
  domainId: string;
  dimension: string;
  bucket: number;
  key: string;
}

export interface LinkSum extends Sum {
  workspaceId: string;
  domainId: string;
  linkId: string;
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
