import { KEPT_EDITS } from '../../../shared/whatsapp/message';
import { changeMessage, presentIn } from '../connections/move';
import type { EditNews } from '../drivers/news';
import type { MessageRow } from '../present/messages';
import { searchTextOf, textIn, withText } from '../text-of';
import type { Work } from '../work';
import { keyOf, targetsOf } from './targets';

/** Who wrote a message changed its text; false where it is not known (yet). */
export async function applyEdit(work: Work, news: EditNews): Promise<boolean> {
  const { by, rows } = await targetsOf(work, news);
  const row = rows.find(({ senderKey }) => senderKey === keyOf(by));
  if (!row) return false;
  await editMessage(work, row, news.text, news.at);
  return true;
}

/**
 * Changes the text of a message, which the transaction holds, and tells of it. Undefined where it has no text, is
 * deleted, or a later edit is there.
 */
export async function editMessage(
  work: Work,
  row: MessageRow,
  text: string,
  at: Date,
): Promise<MessageRow | undefined> {
  const before = textIn(row.content);
  const content = withText(row.content, text);
  if (before === undefined || !content || row.deletedAt !== null || isPast(row, text, at)) return undefined;
  if (before === text) return undefined;
  const after = await changeMessage(work, row, {
    content,
    search: searchTextOf(content),
    editedAt: at,
    edits: [...row.edits, { text: before, at: at.toISOString() }].slice(-KEPT_EDITS),
  });
  const previous = { content: row.content, edited_at: row.editedAt?.toISOString() ?? null, edits: row.edits };
  work.raise('whatsapp.message.edited', { ...(await presentIn(work, after)), previous });
  return after;
}

/** A later edit is there, or this text was one of the same moment that another followed. */
function isPast({ editedAt, edits }: MessageRow, text: string, at: Date): boolean {
  if (editedAt === null || at > editedAt) return false;
  if (at < editedAt) return true;
  return edits.some((edit, index) => index > 0 && edit.text === text && new Date(edit.at).getTime() === at.getTime());
}
