import { sql } from 'drizzle-orm';

import { ID_PREFIXES } from '../../../shared/ids';
import {
  bigInteger,
  boolean,
  index,
  integer,
  primaryKey,
  rowNumber,
  table,
  text,
  timestamp,
  uuid,
} from '../../db/columns';
import { partialIndex } from '../../db/common-columns';

/** In `clicks.db` on SQLite. Days and quarter hours are counted in UTC since 1970. */
const clickWorkspaceId = () => uuid('workspace_id', ID_PREFIXES.workspace).notNull();
const clickDomainId = () => uuid('domain_id', ID_PREFIXES.domain).notNull();
const clickLinkId = () => uuid('link_id', ID_PREFIXES.link);

/** `uniqueClicks` are part of `clicks`, bots are not. */
const sums = () => ({
  clicks: bigInteger('clicks').notNull(),
  uniqueClicks: bigInteger('unique_clicks').notNull(),
  botClicks: bigInteger('bot_clicks').notNull(),
});

/** Includes requests of bots; kept for `click_retention_days` of its workspace. */
export const linkClicks = table(
  'link_clicks',
  {
    seq: rowNumber('seq'),
    id: uuid('id', ID_PREFIXES.click).notNull(),
    workspaceId: clickWorkspaceId(),
    domainId: clickDomainId(),
    linkId: clickLinkId().notNull(),
    createdAt: timestamp('created_at').notNull(),
    botReason: text('bot_reason'),
    isUnique: boolean('is_unique').notNull(),
    trigger: text('trigger').notNull(),
    targetKey: text('target_key'),
    country: text('country'),
    /** ISO 3166-2 with its country: `DE-BE`. */
    region: text('region'),
    city: text('city'),
    device: text('device'),
    os: text('os'),
    browser: text('browser'),
    language: text('language'),
    referrerHost: text('referrer_host'),
    /** References `link_urls`; 64 bits, so it is only joined and never read as a number. */
    referrerHash: bigInteger('referrer_hash'),
    destinationHash: bigInteger('destination_hash'),
    utmSource: text('utm_source'),
    utmMedium: text('utm_medium'),
    utmCampaign: text('utm_campaign'),
    utmTerm: text('utm_term'),
    utmContent: text('utm_content'),
    utmRef: text('utm_ref'),
    query: text('query'),
    /** Ids of the tags at the time of the click, comma-separated. */
    tagIds: text('tag_ids'),
    /** A /24 or /48, if the workspace stores it. */
    addressPrefix: text('address_prefix'),
  },
  (t) => [
    index('link_clicks_link_idx').on(t.linkId, t.createdAt),
    index('link_clicks_workspace_idx').on(t.workspaceId, t.createdAt),
  ],
);

export const linkUrls = table(
  'link_urls',
  {
    workspaceId: clickWorkspaceId(),
    hash: bigInteger('hash').notNull(),
    url: text('url').notNull(),
    /** Last day on which it occurred. */
    seenDay: integer('seen_day').notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.hash] })],
);

/** Day and visitor number in one column; deleted with the salt of the day. */
export const linkVisitors = table('link_visitors', {
  visitor: bigInteger('visitor').primaryKey(),
});

export const linkDays = table(
  'link_days',
  {
    workspaceId: clickWorkspaceId(),
    day: integer('day').notNull(),
    linkId: clickLinkId().notNull(),
    domainId: clickDomainId(),
    ...sums(),
    /** `Facets` as JSON, for days with many clicks or without raw rows. */
    facets: text('facets'),
    /** `seq` of the last raw row in `facets`; later ones are read from `link_clicks`. */
    facetsThrough: bigInteger('facets_through').notNull().default(0),
    facetsCount: bigInteger('facets_count').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.day, t.linkId] }),
    index('link_days_link_idx').on(t.linkId, t.day),
    // Days that have grown by a sixteenth since they were folded.
    index('link_days_unfolded_idx')
      .on(t.day)
      .where(
        sql`clicks + bot_clicks - facets_count >= 256 and (clicks + bot_clicks - facets_count) * 16 >= clicks + bot_clicks`,
      ),
  ],
);

/** By quarter hour: 32 days of every dimension, `total` without limit. */
export const linkRollups = table(
  'link_rollups',
  {
    workspaceId: clickWorkspaceId(),
    domainId: clickDomainId(),
    dimension: text('dimension').notNull(),
    bucket: integer('bucket').notNull(),
    key: text('key').notNull(),
    ...sums(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.domainId, t.dimension, t.bucket, t.key] }),
    index('link_rollups_bucket_idx').on(t.dimension, t.bucket),
    // Series of all links read many small buckets; this index covers them.
    partialIndex(
      'link_rollups_total_idx',
      [t.workspaceId, t.domainId, t.bucket, t.clicks, t.uniqueClicks, t.botClicks],
      "dimension = 'total'",
    ),
  ],
);

export const linkRollupDays = table(
  'link_rollup_days',
  {
    workspaceId: clickWorkspaceId(),
    domainId: clickDomainId(),
    dimension: text('dimension').notNull(),
    bucket: integer('bucket').notNull(),
    key: text('key').notNull(),
    ...sums(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.domainId, t.dimension, t.bucket, t.key] })],
);

/** Days whose top lists are outdated, because clicks arrived since they were computed. */
export const linkOpenDays = table('link_open_days', {
  day: integer('day').primaryKey(),
});

export const linkCounters = table(
  'link_counters',
  {
    linkId: clickLinkId().primaryKey(),
    workspaceId: clickWorkspaceId(),
    ...sums(),
    /** Of humans; 0 for never, since indexes do not order nulls the same way. */
    lastClickedAt: timestamp('last_clicked_at').notNull(),
  },
  (t) => [
    // Indexes on counters took a sixth of the drain’s time, so readers sort instead.
    index('link_counters_workspace_idx').on(t.workspaceId),
  ],
);

export const linkUses = table('link_uses', {
  linkId: clickLinkId().primaryKey(),
  workspaceId: clickWorkspaceId(),
  used: bigInteger('used').notNull(),
});

export const clickPositions = table('click_positions', {
  journal: text('journal').primaryKey(),
  segment: bigInteger('segment').notNull(),
  offset: bigInteger('byte_offset').notNull(),
});

/** One row: the drain’s owner on PostgreSQL, and the last number of `click_handoff`. */
export const clickDrain = table('click_drain', {
  id: integer('id').primaryKey(),
  owner: text('owner'),
  /** Increases with each owner: writes of a former one are refused. */
  fence: bigInteger('fence').notNull(),
  leaseUntil: timestamp('lease_until').notNull(),
  handoffNo: bigInteger('handoff_no').notNull(),
});

/** Numbered in the order of commits. */
export const clickHandoff = table(
  'click_handoff',
  {
    no: bigInteger('no').primaryKey(),
    workspaceId: clickWorkspaceId(),
    kind: text('kind').$type<'clicks' | 'limit'>().notNull(),
    createdAt: timestamp('created_at').notNull(),
    payload: text('payload').notNull(),
  },
  (t) => [index('click_handoff_workspace_idx').on(t.workspaceId, t.no)],
);
