import type { DatabaseLocation } from '../../../db/database';
import { answer } from './answer';
import { readDailyClicks } from './daily';
import { foundIds } from './found';
import { domainLinks, tagLinks } from './link-counts';
import { countLinksByClicks, linkIds, linksBySlug, rankedLinks } from './links';
import { clickRows } from './rows';

export const ASKS = {
  analytics: answer,
  clicks: clickRows,
  daily: readDailyClicks,
  domain_links: domainLinks,
  count_links: countLinksByClicks,
  found_ids: foundIds,
  link_ids: linkIds,
  links_by_slug: linksBySlug,
  ranked_links: rankedLinks,
  tag_links: tagLinks,
} as const;

export type Ask = keyof typeof ASKS;
export type QueryInput<K extends Ask> = Parameters<(typeof ASKS)[K]>[1];
export type Answered<K extends Ask> = Awaited<ReturnType<(typeof ASKS)[K]>>;

export type ToReader = { place: DatabaseLocation } | { no: number; ask: Ask; asked: unknown };
export type FromReader = { no: number } & (
  | { answer: unknown }
  | { tooMuch: true }
  | { failure: string; isOutage: boolean }
);
