import type { DatabaseLocation } from '../../../db/database';
import { answerQuestion } from './answer-question';
import { readDailyClicks } from './daily';
import { runIdQuery } from './id-query';
import { countLinksOfDomains, countLinksOfTags } from './link-counts';
import { countMatchingLinks, listLinkIds, listLinksBySlug, listLinksByClicks } from './link-lists';
import { readClickRows } from './rows';

export const ASKS = {
  analytics: answerQuestion,
  clicks: readClickRows,
  daily: readDailyClicks,
  domain_links: countLinksOfDomains,
  count_links: countMatchingLinks,
  found_ids: runIdQuery,
  link_ids: listLinkIds,
  links_by_slug: listLinksBySlug,
  ranked_links: listLinksByClicks,
  tag_links: countLinksOfTags,
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
