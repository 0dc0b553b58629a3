import type { MessageRow } from '../present/messages';
import { putProviderIds, takeEarlyNews } from '../queries/messages';
import { holdInstance, type Work } from '../work';
import { applyEdit } from './edit';
import { keepEarly, type WordNews } from './keep-early';
import { applyPollVote } from './poll-vote';
import { applyReaction } from './reaction';
import { applyRevoke } from './revoke';
import { applyStatus } from './status';

/** Applies word of a message, or keeps it until the message is there. */
export async function applyWord(work: Work, news: WordNews): Promise<void> {
  if (!(await applied(work, news, false))) await keepEarly(work, news);
}

/** False where the message is not there. */
function applied(work: Work, news: WordNews, isLate: boolean): Promise<boolean> {
  switch (news.kind) {
    case 'status':
      return applyStatus(work, news, learnProviderId);
    case 'reaction':
      return applyReaction(work, news, isLate);
    case 'edit':
      return applyEdit(work, news);
    case 'revoke':
      return applyRevoke(work, news);
    default:
      return applyPollVote(work, news);
  }
}

/**
 * Notes that the provider calls a message so, and applies what it said of it before: the row of the message is to be
 * read anew. Holds the instance, as whoever keeps early word does, so that one of the two sees the other.
 */
export async function learnProviderId(
  work: Work,
  message: Pick<MessageRow, 'id' | 'attempt'>,
  providerMessageId: string,
): Promise<void> {
  await holdInstance(work);
  const { id: messageId, attempt } = message;
  const place = { workspaceId: work.tx.workspaceId, instanceId: work.instance.id };
  await putProviderIds(work.tx.store, [{ ...place, providerMessageId, messageId, attempt }]);
  const waiting = await takeEarlyNews(work.tx.store, work.instance, providerMessageId);
  for (const { news } of waiting) {
    const word = revived(news as WordNews);
    // It may be about another message of the same id.
    if (!(await applied(work, word, true))) await keepEarly(work, word);
  }
}

/** JSON holds times as text. */
const revived = (news: WordNews): WordNews => ({ ...news, at: new Date(news.at) });
