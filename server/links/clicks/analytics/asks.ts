import type { ClickPlace } from '../store/click-reader';
import { answer } from './answer';
import { dailyClicks } from './daily';
import { foundIds } from './found';
import { domainLinks, tagLinks } from './link-counts';
import { countLinks, linkIds, linksBySlug, rankedLinks } from './links';
import { clickRows } from './rows';

/** What the reader’s Worker can be asked. */
export const ASKS = {
  analytics: answer,
  clicks: clickRows,
  daily: dailyClicks,
  domain_links: domainLinks,
  count_links: countLinks,
  found_ids: foundIds,
  link_ids: linkIds,
  links_by_slug: linksBySlug,
  ranked_links: rankedLinks,
  tag_links: tagLinks,
} as const;

export type Ask = keyof typeof ASKS;
export type Asked<K extends Ask> = Parameters<(typeof ASKS)[K]>[1];
export type Answered<K extends Ask> = Awaited<ReturnType<(typeof ASKS)[K]>>;

/** What crosses to the Worker, and back. */
export type ToReader = { place: ClickPlace } | { no: number; ask: Ask; asked: unknown };
export type FromReader = { no: number } & (
  | { answer: unknown }
  | { tooMuch: true }
  | { failure: string; isOutage: boolean }
);
