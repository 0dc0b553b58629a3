import { changeMessage, presentIn } from '../connections/move';
import type { ReactionNews } from '../drivers/news';
import type { ContactRow } from '../identity/contact';
import { ownParty, party } from '../present/contacts';
import type { MessageRow } from '../present/messages';
import type { Work } from '../work';
import { keepEarly } from './keep-early';
import { targetsOf } from './targets';

/** More people than this do not react to one message. */
const MOST = 1024;

/**
 * Somebody reacted, or took it back. Of a message that is not known it is told at once, and kept: `isLate` says that
 * it was told.
 */
export async function applyReaction(work: Work, news: ReactionNews, isLate: boolean): Promise<boolean> {
  const { by, rows } = await targetsOf(work, news);
  const [row] = rows;
  if (row) {
    await setReaction(work, row, by, news.emoji, news.at, { quiet: isLate });
    return true;
  }
  if (isLate || !(await keepEarly(work, news))) return false;
  const reaction = { party: partyOf(work, by), emoji: news.emoji };
  work.raise('whatsapp.message.reacted', { provider_message_id: news.providerMessageId, reaction });
  return true;
}

const partyOf = (work: Work, by: ContactRow | null) => (by ? party(by) : ownParty(work.instance));

/**
 * Puts the one reaction that a party has at a message, which the transaction holds; `by` is null for our own, `emoji`
 * null or empty takes it back. Undefined where a later one is there, or the same.
 */
export async function setReaction(
  work: Work,
  row: MessageRow,
  by: ContactRow | null,
  emoji: string | null,
  at: Date,
  { quiet = false }: { quiet?: boolean } = {},
): Promise<MessageRow | undefined> {
  const contactId = by?.id ?? null;
  const before = row.reactions.findLast((one) => one.contact_id === contactId);
  const given = emoji ?? '';
  // One that was taken back stays as an empty entry: the word that it was given may come again.
  if (
    before &&
    (new Date(before.at) > at || (before.emoji === given && new Date(before.at).getTime() === at.getTime()))
  ) {
    return undefined;
  }
  const others = row.reactions.filter((one) => one.contact_id !== contactId);
  const reactions = [...others, { contact_id: contactId, emoji: given, at: at.toISOString() }].slice(-MOST);
  const after = await changeMessage(work, row, { reactions });
  if ((before?.emoji ?? '') === given || quiet) return after;
  const reaction = { party: partyOf(work, by), emoji: given === '' ? null : given };
  work.raise('whatsapp.message.reacted', { ...(await presentIn(work, after)), reaction });
  return after;
}
