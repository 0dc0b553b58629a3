import { createHash } from 'node:crypto';

import { presentIn } from '../connections/move';
import type { PollVoteNews } from '../drivers/news';
import { ownParty, party } from '../present/contacts';
import type { Work } from '../work';
import { keyOf, targetsOf } from './targets';

/** Somebody voted, or took the vote back; false where the poll is not known (yet). */
export async function applyPollVote(work: Work, news: PollVoteNews): Promise<boolean> {
  const { by, rows } = await targetsOf(work, news);
  const row = rows.find(({ type }) => type === 'poll');
  if (!row) return false;

  const vote = { party: by ? party(by) : ownParty(work.instance), options: news.options };
  const said = JSON.stringify([row.id, keyOf(by), news.at.toISOString(), news.options]);
  const dedupeKey = `wa-vote:${createHash('sha256').update(said).digest('base64url')}`;
  work.raise('whatsapp.message.poll_voted', { ...(await presentIn(work, row)), vote }, { dedupeKey });
  return true;
}
