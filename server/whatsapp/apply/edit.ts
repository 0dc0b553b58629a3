import { MAX_STORED_EDITS } from '../../../shared/whatsapp/message';
import { changeMessage, presentIn } from '../connections/move';
import type { DriverEditEvent } from '../drivers/driver-events';
import type { MessageRow } from '../present/messages';
import { searchTextOf, textIn, withText } from '../text-of';
import type { Work } from '../work-types';
import { reactorKey, messageTargets } from './targets';

export async function applyEdit(work: Work, driverEvent: DriverEditEvent): Promise<boolean> {
  const { by, rows } = await messageTargets(work, driverEvent);
  const row = rows.find(({ senderKey }) => senderKey === reactorKey(by));
  if (!row) return false;
  await writeEdit(work, row, driverEvent.text, driverEvent.at);
  return true;
}

/** Undefined when the message has no text, is deleted, or has a later edit. */
export async function writeEdit(work: Work, row: MessageRow, text: string, at: Date): Promise<MessageRow | undefined> {
  const before = textIn(row.content);
  const content = withText(row.content, text);
  if (before === undefined || !content || row.deletedAt !== null || isPast(row, text, at)) return undefined;
  if (before === text) return undefined;
  const after = await changeMessage(work, row, {
    content,
    search: searchTextOf(content),
    editedAt: at,
    edits: [...row.edits, { text: before, at: at.toISOString() }].slice(-MAX_STORED_EDITS),
  });
  const previous = { content: row.content, edited_at: row.editedAt?.toISOString() ?? null, edits: row.edits };
  work.raise('whatsapp.message.edited', { ...(await presentIn(work, after)), previous });
  return after;
}

/** A later edit exists, or this edit was followed by another at the same time. */
function isPast({ editedAt, edits }: MessageRow, text: string, at: Date): boolean {
  if (editedAt === null || at > editedAt) return false;
  if (at < editedAt) return true;
  return edits.some((edit, index) => index > 0 && edit.text === text && new Date(edit.at).getTime() === at.getTime());
}
