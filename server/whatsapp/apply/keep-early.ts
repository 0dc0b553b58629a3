import { createHash } from 'node:crypto';

import type { EditNews, PollVoteNews, ReactionNews, RevokeNews, StatusNews } from '../drivers/news';
import { insertEarlyNews } from '../queries/messages';
import type { Work } from '../work';

/** Word of a message, which may come before it. */
export type WordNews = StatusNews | ReactionNews | EditNews | RevokeNews | PollVoteNews;

/** Keeps word until its message is there; false where the same word waits already. */
export async function keepEarly(work: Work, news: WordNews): Promise<boolean> {
  if (news.providerMessageId === undefined) return false;
  return insertEarlyNews(work.tx.store, {
    workspaceId: work.tx.workspaceId,
    instanceId: work.instance.id,
    providerMessageId: news.providerMessageId,
    hash: createHash('sha256').update(JSON.stringify(news)).digest('hex'),
    news,
    createdAt: work.now,
  });
}
